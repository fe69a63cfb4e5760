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
  closing: {
    heading: 'Not sure which service you need?',
    text: 'Most problems involve two or three of these services. Describe your situation, and we will tell you where to start and what can wait.',
    cta: { label: 'Discuss Your Security Needs', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ServiceCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
