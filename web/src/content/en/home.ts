import type { HomePage } from '../types'
import { consultantsBadge, programConstants, serviceBadge } from './figures'
import { paths } from './paths'
import { founder, site } from './site'

export const homePage: HomePage = {
  path: paths.home,
  title: `${site.name} | Swiss cyber defence consulting`,
  description:
    'Swiss consultants for detection and response, DevSecOps, cloud security, vulnerability management and awareness. The first consultation is free.',
  hero: {
    eyebrow: site.tagline,
    heading: 'Your Security. Your Data. Your Future.',
    lead: `Our consultants have run the systems they advise on. Hire one of them, or a team of six or more. You keep what they build, and your team learns to run it.`,
    primary: { label: 'Free Consultation', href: paths.contact },
    secondary: { label: 'View All Services', href: paths.services },
  },
  tilesLabel: 'Services by question',
  tiles: [
    {
      title: 'Would we notice an attack?',
      description: 'SIEM, XDR, EDR, OT',
      href: paths.threatDetectionResponse,
    },
    { title: 'Is our code secure?', description: 'SAST, DAST, IAST', href: paths.devsecops },
    {
      title: 'What do we fix first?',
      description: 'Scan, rank, fix, verify',
      href: paths.vulnerabilityManagement,
    },
    {
      title: 'Who can reach our cloud?',
      description: 'Azure, IAM, CSPM',
      href: paths.cloudSecurity,
    },
  ],
  services: {
    heading: 'Services',
    intro: 'Available by the day or as a project.',
    cards: [
      {
        title: 'Threat Detection and Response',
        description: 'Catch an intrusion before it becomes a breach.',
        href: paths.threatDetectionResponse,
      },
      {
        title: 'DevSecOps and SDLC',
        description: 'Find security flaws during code review.',
        href: paths.devsecops,
      },
      {
        title: 'Vulnerability Management',
        description: 'Rank the backlog and verify every fix.',
        href: paths.vulnerabilityManagement,
      },
      {
        title: 'Cloud Security Architecture',
        description: 'Run regulated workloads on Azure.',
        href: paths.cloudSecurity,
      },
    ],
    all: { label: 'All five services', href: paths.services },
  },
  samples: {
    intro: 'See a sample:',
    links: [
      { label: 'Coverage map', href: paths.threatDetectionResponse },
      { label: 'Policy change', href: paths.cloudSecurity },
    ],
  },
  fifthService: {
    intro: 'Also:',
    cta: { label: 'Security Awareness and Reporting', href: paths.securityAwareness },
  },
  ways: {
    heading: 'Two Ways to Work With Us',
    intro: 'Both start with a free call.',
    items: [
      {
        title: 'Direct Expert Access',
        description: `The founder, ${founder.name}, or another specialist.`,
        cta: { label: 'About individual work', href: paths.about },
      },
      {
        title: 'Full-Scale Services',
        description: 'A team with the skills your project needs.',
        cta: { label: 'Services for teams', href: paths.services },
      },
    ],
    rows: [
      { label: 'Team', values: ['1 consultant', serviceBadge] },
      {
        label: 'For',
        values: [
          'Architecture reviews, second opinions, interim roles',
          'Detection platforms, cloud and compliance programs',
        ],
      },
      { label: 'Terms', values: ['By the day, week or month', 'Team size agreed for each phase'] },
    ],
  },
  programs: {
    heading: 'Programs',
    intro: 'Each has a fixed team, timeline and set of deliverables.',
    cards: [
      {
        title: 'EDR/XDR Implementation',
        description: 'Every endpoint covered and monitored.',
        badge: consultantsBadge(programConstants.edrImplementation.consultants),
        timeline: programConstants.edrImplementation.timeline,
        href: paths.edrImplementation,
      },
      {
        title: 'SIEM and Threat Hunting',
        description: 'Detection as code and threat hunting.',
        badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
        timeline: programConstants.siemThreatHunting.timeline,
        href: paths.siemThreatHunting,
      },
      {
        title: 'Purple Team Operations',
        description: 'Red and blue teams close gaps together.',
        badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
        timeline: programConstants.purpleTeamOperations.timeline,
        href: paths.purpleTeamOperations,
      },
      {
        title: 'Compliance and Governance',
        description: 'One set of controls for several frameworks.',
        badge: consultantsBadge(programConstants.complianceGovernance.consultants),
        timeline: programConstants.complianceGovernance.timeline,
        href: paths.complianceGovernance,
      },
    ],
    all: { label: 'All programs', href: paths.programs },
  },
  whyUs: {
    heading: `Why choose ${site.name}`,
    items: [
      {
        title: 'Practitioners',
        description:
          'The consultant who advises you also writes the detection rule, the policy or the pipeline code.',
      },
      {
        title: 'Swiss',
        description: `Based in ${site.city}, with experience of revFADP and FINMA requirements. Our servers and email are hosted in Switzerland.`,
      },
      {
        title: 'Independent',
        description:
          'We take no commission on products, not even from partners. If the products you already own are good enough, we say so.',
      },
    ],
  },
  contact: {
    heading: 'Start with a conversation',
    intro: 'The first consultation is free.',
    cards: [
      {
        title: 'Schedule a Consultation',
        description: 'You have a question or a concern and want an expert opinion.',
        cta: { label: 'Schedule a Consultation', href: paths.contact },
      },
      {
        title: 'Discuss Your Project',
        description: 'You have a scope, a deadline or a tender and want an estimate.',
        cta: { label: 'Discuss Your Project', href: paths.contact },
      },
    ],
  },
}
