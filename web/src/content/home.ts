import { consultantsBadge, programConstants, serviceBadge } from './constants'
import { founder, site } from './site'
import type { Cta, Hero, LinkCard, Offering, Page, ProgramCard, ServiceCard } from './types'

/** Two ways to work, compared line by line: the first value belongs to the first way. */
export interface Comparison {
  readonly items: readonly (Offering & { readonly cta: Cta })[]
  readonly rows: readonly { readonly label: string; readonly values: readonly [string, string] }[]
}

export interface ContactCard extends Offering {
  readonly cta: Cta
}

export interface HomePage extends Page {
  readonly hero: Hero & { readonly primary: Cta; readonly secondary: Cta }
  readonly tilesLabel: string
  readonly tiles: readonly LinkCard[]
  readonly services: {
    readonly heading: string
    readonly intro: string
    readonly cards: readonly ServiceCard[]
    readonly all: Cta
  }
  /** Tiles and cards are four each; both name the fifth service below. */
  readonly fifthService: { readonly intro: string; readonly cta: Cta }
  readonly ways: { readonly heading: string; readonly intro: string } & Comparison
  readonly programs: {
    readonly heading: string
    readonly intro: string
    readonly cards: readonly ProgramCard[]
    readonly all: Cta
  }
  readonly whyUs: { readonly heading: string; readonly items: readonly Offering[] }
  readonly contact: {
    readonly heading: string
    readonly intro: string
    readonly cards: readonly ContactCard[]
  }
}

export const homePage: HomePage = {
  path: '/',
  title: `${site.name} | Swiss cyber defence consulting`,
  description:
    'Swiss consultants for detection and response, DevSecOps, cloud security, vulnerability management and awareness. The first consultation is free.',
  hero: {
    eyebrow: site.tagline,
    heading: 'Your Security. Your Data. Your Future.',
    lead: `Our consultants have run the systems they advise on. Hire one of them, or a team of six or more. You keep what they build, and your team learns to run it.`,
    primary: { label: 'Free Consultation', href: '/contact' },
    secondary: { label: 'View All Services', href: '/services' },
  },
  tilesLabel: 'Services at a glance',
  tiles: [
    {
      title: 'Threat Detection and Response',
      description: 'SIEM, XDR, EDR, OT',
      href: '/services/threat-detection-response',
    },
    { title: 'DevSecOps and SDLC', description: 'SAST, DAST, IAST', href: '/services/devsecops' },
    {
      title: 'Vulnerability Management',
      description: 'Scan, rank, fix, verify',
      href: '/services/vulnerability-management',
    },
    {
      title: 'Cloud Security Architecture',
      description: 'Azure, IAM, CSPM',
      href: '/services/cloud-security',
    },
  ],
  services: {
    heading: 'Services',
    intro: 'Available by the day or as a project.',
    cards: [
      {
        title: 'Threat Detection and Response',
        description: 'Catch an intrusion before it becomes a breach.',
        badge: serviceBadge,
        href: '/services/threat-detection-response',
      },
      {
        title: 'DevSecOps and SDLC',
        description: 'Find security flaws during code review.',
        badge: serviceBadge,
        href: '/services/devsecops',
      },
      {
        title: 'Vulnerability Management',
        description: 'Rank the backlog and verify every fix.',
        badge: serviceBadge,
        href: '/services/vulnerability-management',
      },
      {
        title: 'Cloud Security Architecture',
        description: 'Run regulated workloads on Azure.',
        badge: serviceBadge,
        href: '/services/cloud-security',
      },
    ],
    all: { label: 'All five services', href: '/services' },
  },
  fifthService: {
    intro: 'Also:',
    cta: { label: 'Security Awareness and Reporting', href: '/services/security-awareness' },
  },
  ways: {
    heading: 'Two Ways to Work With Us',
    intro: 'Both start with a free call.',
    items: [
      {
        title: 'Direct Expert Access',
        description: `The founder, ${founder.name}, or another specialist.`,
        cta: { label: 'About individual work', href: '/about' },
      },
      {
        title: 'Full-Scale Services',
        description: 'A team with the skills your project needs.',
        cta: { label: 'Services for teams', href: '/services' },
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
        href: '/programs/edr-implementation',
      },
      {
        title: 'SIEM and Threat Hunting',
        description: 'Detection as code and threat hunting.',
        badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
        timeline: programConstants.siemThreatHunting.timeline,
        href: '/programs/siem-threat-hunting',
      },
      {
        title: 'Purple Team Operations',
        description: 'Red and blue teams close gaps together.',
        badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
        timeline: programConstants.purpleTeamOperations.timeline,
        href: '/programs/purple-team-operations',
      },
      {
        title: 'Compliance and Governance',
        description: 'One set of controls for several frameworks.',
        badge: consultantsBadge(programConstants.complianceGovernance.consultants),
        timeline: programConstants.complianceGovernance.timeline,
        href: '/programs/compliance-governance',
      },
    ],
    all: { label: 'All programs', href: '/programs' },
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
          'We take no commission on products. If the products you already own are good enough, we say so.',
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
        cta: { label: 'Schedule a Consultation', href: '/contact' },
      },
      {
        title: 'Discuss Your Project',
        description: 'You have a scope, a deadline or a tender and want an estimate.',
        cta: { label: 'Discuss Your Project', href: '/contact' },
      },
    ],
  },
}
