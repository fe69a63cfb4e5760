import { serviceBadge, teamSize } from '../constants'
import { site } from '../site'
import type { CtaBlock, Hero, Page, ServiceCard } from '../types'

export const servicesPage = {
  path: '/services',
  title: `Security services | ${site.name}`,
  description:
    'Five security disciplines, each delivered by one consultant or a team of six and more: detection, DevSecOps, vulnerabilities, cloud and awareness.',
  hero: {
    eyebrow: 'Services',
    heading: 'Scalable Security Services',
    lead: `Every service starts with the smallest team that can do it well. You can engage a single specialist for an afternoon of design review or ${teamSize} consultants for a transformation, and change that number as the work changes.`,
  },
  cardsHeading: 'Five disciplines',
  cards: [
    {
      title: 'Threat Detection and Response',
      description:
        'SIEM, XDR and EDR that raise few alerts and the right ones, written as code, fed by threat intelligence and tested by simulated attacks. For office networks, cloud and OT.',
      badge: serviceBadge,
      href: '/services/threat-detection-response',
    },
    {
      title: 'DevSecOps and SDLC',
      description:
        'Security checks inside the delivery pipeline: SAST, DAST and IAST tuned until developers trust the result, and security champions who keep it that way.',
      badge: serviceBadge,
      href: '/services/devsecops',
    },
    {
      title: 'Vulnerability Management',
      description:
        'One list of weaknesses from infrastructure, code and applications, ordered by the risk each poses to you, with an owner and a date beside every line.',
      badge: serviceBadge,
      href: '/services/vulnerability-management',
    },
    {
      title: 'Cloud Security Architecture',
      description:
        'Azure landing zones, identity and posture management designed so that a regulated workload can move in and an auditor can follow the reasoning.',
      badge: serviceBadge,
      href: '/services/cloud-security',
    },
    {
      title: 'Security Awareness and Reporting',
      description:
        'Training people remember, campaigns that measure behaviour instead of attendance, and reports on which a board can take a decision.',
      badge: serviceBadge,
      href: '/services/security-awareness',
    },
  ],
  closing: {
    heading: 'Not sure which one applies?',
    text: 'Most real problems touch two or three of these disciplines. Describe the situation and we will say where we would begin, and which parts can wait.',
    cta: { label: 'Discuss Your Security Needs', href: '/contact' },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ServiceCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
