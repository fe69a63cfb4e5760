import { consultantsBadge, programConstants, serviceBadge, teamSize } from './constants'
import { founder, site } from './site'
import type { Cta, Hero, LinkCard, Offering, Page, ProgramCard, ServiceCard } from './types'

export interface WorkModel extends Offering {
  readonly badge: string
  readonly points: readonly string[]
  readonly cta: Cta
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
  readonly ways: { readonly heading: string; readonly intro: string; readonly items: readonly WorkModel[] }
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
    'Swiss consultants for detection and response, DevSecOps, cloud security, vulnerabilities and awareness. One expert or a full team; first talk free.',
  hero: {
    eyebrow: site.tagline,
    heading: 'Your Security. Your Data. Your Future.',
    lead: `Consultants who have run the systems they advise on. Engage one of them directly, or a team of ${teamSize}, and keep what they build: detections, pipelines, architectures and the knowledge to run them.`,
    primary: { label: 'Free Consultation', href: '/contact' },
    secondary: { label: 'View All Services', href: '/services' },
  },
  tilesLabel: 'Services at a glance',
  tiles: [
    { title: 'Detect', description: 'SIEM, XDR, EDR, OT', href: '/services/threat-detection-response' },
    { title: 'Build', description: 'CI/CD, SAST, DAST, IAST', href: '/services/devsecops' },
    { title: 'Host', description: 'Azure, IAM, CSPM', href: '/services/cloud-security' },
    {
      title: 'Repair',
      description: 'Scan, prioritise, fix, prove',
      href: '/services/vulnerability-management',
    },
  ],
  services: {
    heading: 'Services',
    intro:
      'Each discipline can be engaged by the day or as a project, and they are designed to meet: what detection learns, the pipeline prevents next time.',
    cards: [
      {
        title: 'Threat Detection and Response',
        description:
          'Know of an intrusion while it is still an incident. Telemetry, detections and runbooks that have been tested by simulated attacks.',
        badge: serviceBadge,
        href: '/services/threat-detection-response',
      },
      {
        title: 'DevSecOps and SDLC',
        description:
          'Find the flaw in the pull request, not in production. Checks that developers accept, because they are right and they are fast.',
        badge: serviceBadge,
        href: '/services/devsecops',
      },
      {
        title: 'Cloud Security Architecture',
        description:
          'Run regulated workloads on Azure with guardrails in code, permissions under control and answers ready for the auditor.',
        badge: serviceBadge,
        href: '/services/cloud-security',
      },
      {
        title: 'Security Awareness and Reporting',
        description:
          'Help people act rightly under pressure, and give management figures on which it can decide.',
        badge: serviceBadge,
        href: '/services/security-awareness',
      },
    ],
    all: { label: 'All five services', href: '/services' },
  },
  ways: {
    heading: 'Two Ways to Work With Us',
    intro: 'Both begin with the same free conversation, and you can change from one to the other.',
    items: [
      {
        title: 'Direct Expert Access',
        description: `Work with ${founder.name}, the founder, or another named specialist, without a project organisation in between.`,
        badge: '1 consultant',
        points: [
          'Architecture reviews and second opinions',
          'Interim roles in security engineering',
          'By the day, the week or the month',
        ],
        cta: { label: 'How individual work runs', href: '/about' },
      },
      {
        title: 'Full-Scale Services',
        description:
          'A team with the fields your project needs, led by one person who answers for the result.',
        badge: serviceBadge,
        points: [
          'Detection platforms, cloud and compliance programs',
          'Team size adjusted from phase to phase',
          'Handover to your staff as a deliverable',
        ],
        cta: { label: 'Services for teams', href: '/services' },
      },
    ],
  },
  programs: {
    heading: 'Programs',
    intro:
      'Recurring problems deserve a prepared answer: a known team, a known duration, and deliverables you can hold us to.',
    cards: [
      {
        title: 'EDR/XDR Implementation',
        description: 'Every endpoint covered, in prevention mode, and watched.',
        badge: consultantsBadge(programConstants.edrImplementation.consultants),
        timeline: programConstants.edrImplementation.timeline,
        href: '/programs/edr-implementation',
      },
      {
        title: 'SIEM and Threat Hunting',
        description: 'Detection as code, and a routine for what no rule expects.',
        badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
        timeline: programConstants.siemThreatHunting.timeline,
        href: '/programs/siem-threat-hunting',
      },
      {
        title: 'Purple Team Operations',
        description: 'Attack and defence in one room until the gaps are closed.',
        badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
        timeline: programConstants.purpleTeamOperations.timeline,
        href: '/programs/purple-team-operations',
      },
      {
        title: 'Compliance and Governance',
        description: 'Several frameworks, one set of controls, lasting evidence.',
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
        title: 'Practitioners, not presenters',
        description:
          'The person who advises you also writes the rule, the policy or the pipeline, and stays until it works in your environment.',
      },
      {
        title: 'Swiss ground',
        description: `Based in ${site.city}, at home with revFADP, FINMA circulars and the way decisions are taken here. Communication runs through Swiss-hosted services.`,
      },
      {
        title: 'Independent by contract',
        description:
          'We take no commission on products. What we recommend is what we would run ourselves, and sometimes that is what you already have.',
      },
    ],
  },
  contact: {
    heading: 'Begin with a conversation',
    intro: 'The first consultation is free, and you speak with a consultant from the first minute.',
    cards: [
      {
        title: 'Schedule a Consultation',
        description: 'You have a question or a worry and want an experienced opinion on it.',
        cta: { label: 'Schedule a Consultation', href: '/contact' },
      },
      {
        title: 'Discuss Your Project',
        description: 'You have a scope, a date or a tender and want to know what it would take.',
        cta: { label: 'Discuss Your Project', href: '/contact' },
      },
    ],
  },
}
