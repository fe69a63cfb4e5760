import type { CtaBlock, Hero, Page, ServiceCard } from '../../types'
import { serviceBadge } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const servicesPage = {
  path: paths.services,
  title: `Security services | ${site.name}`,
  description:
    'Five security services, from one consultant to six or more: detection and response, DevSecOps, vulnerability management, cloud and awareness.',
  hero: {
    eyebrow: 'Services',
    heading: 'Scalable Security Services',
    lead: `Hire one specialist for a two-day design review, or a team of six or more for a transformation. The team can grow or shrink with the work.`,
  },
  cardsHeading: 'Five services',
  cards: [
    {
      title: 'Threat Detection and Response',
      description:
        'SIEM, XDR and EDR with fewer, better alerts: detections written as code, informed by threat intelligence and tested with simulated attacks. We cover office networks, cloud and OT.',
      badge: serviceBadge,
      href: paths.threatDetectionResponse,
    },
    {
      title: 'DevSecOps and SDLC',
      description:
        'Security checks inside the delivery pipeline: SAST, DAST and IAST tuned until developers trust the results, and security champions who maintain the checks.',
      badge: serviceBadge,
      href: paths.devsecops,
    },
    {
      title: 'Vulnerability Management',
      description:
        'One list of vulnerabilities in infrastructure, code and applications, ranked by the risk to your organisation, each with an owner and a due date.',
      badge: serviceBadge,
      href: paths.vulnerabilityManagement,
    },
    {
      title: 'Cloud Security Architecture',
      description:
        'Azure landing zones, identity and posture management for regulated workloads, with documented decisions that an auditor can follow.',
      badge: serviceBadge,
      href: paths.cloudSecurity,
    },
    {
      title: 'Security Awareness and Reporting',
      description:
        'Training for each role, campaigns that measure behaviour rather than attendance, and reports that help a board decide.',
      badge: serviceBadge,
      href: paths.securityAwareness,
    },
  ],
  samples: {
    heading: 'What you receive: two samples',
    items: [
      {
        title: 'Coverage map',
        description: 'What a detection engagement changes, technique by technique.',
        href: paths.threatDetectionResponse,
      },
      {
        title: 'Policy change',
        description: 'How a cloud rule arrives: as a reviewed pull request.',
        href: paths.cloudSecurity,
      },
    ],
  },
  incident: {
    heading: 'Incident response',
    intro: 'The order of the steps decides whether the traces survive.',
    items: [
      {
        title: 'Call',
        description:
          'By phone, not by email. Together we decide what must stop now and what must not be touched.',
      },
      {
        title: 'Preserve',
        description:
          'We export logs and copy affected systems before anything is reinstalled, and note who did what and when.',
      },
      {
        title: 'Contain',
        description:
          'We close the attacker’s sessions, accounts and connections together. Closing them one by one would be a warning.',
      },
      {
        title: 'Investigate',
        description:
          'How did they get in, since when, and what did they reach? Each statement comes with its evidence, or is marked as a guess.',
      },
      {
        title: 'Report and recover',
        description:
          'You receive the facts for the NCSC, the FDPIC or FINMA. Systems return in an agreed order, each with a check that would notice a second attempt.',
      },
    ],
    cta: { label: 'Report an incident', href: paths.contact },
    inquiry: { reason: 'incident-response' },
  },
  notOffered: {
    heading: 'What we do not do',
    items: [
      {
        title: 'Penetration tests',
        description:
          'Our red team works only in purple team exercises. For a penetration test, we name firms that specialise in it, and receive nothing for that.',
      },
      {
        title: '24/7 monitoring',
        description:
          'We do not operate a security operations centre. We build and test what yours, or your provider’s, works with.',
      },
      {
        title: 'Product sales',
        description: 'We sell neither licences nor devices.',
      },
    ],
  },
  closing: {
    heading: 'Not sure which service you need?',
    text: 'Most problems involve two or three of these services. Describe your situation, and we will tell you where to start and what can wait.',
    cta: { label: 'Discuss Your Security Needs', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ServiceCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
