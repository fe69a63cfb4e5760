import { paths } from './paths'
import { founder, networks, site } from './site'
import type { Cta, FooterColumn, NavMenu } from './types'

export const menus: readonly NavMenu[] = [
  {
    label: 'Why Us',
    items: [
      { label: 'Startups', description: 'Security that helps you sell', href: '/why-us/startups' },
      { label: 'SMEs', description: 'Security without a security department', href: '/why-us/smes' },
      { label: 'MSSPs', description: 'Senior specialists for your service', href: '/why-us/mssps' },
      {
        label: 'Consultancies',
        description: 'Specialists for your client projects',
        href: '/why-us/consultancies',
      },
      { label: 'Enterprises', description: 'Programs for complex environments', href: '/why-us/enterprises' },
      { label: 'Partners', description: 'For technology vendors', href: '/why-us/partners' },
    ],
  },
  {
    label: 'Services',
    items: [
      {
        label: 'All services',
        description: 'From one consultant to six or more',
        href: '/services',
      },
      {
        label: 'Threat Detection and Response',
        description: 'SIEM, XDR, EDR, detection as code, OT',
        href: '/services/threat-detection-response',
      },
      {
        label: 'DevSecOps and SDLC',
        description: 'Pipelines, SAST, DAST, champions',
        href: '/services/devsecops',
      },
      {
        label: 'Vulnerability Management',
        description: 'From scan results to verified fixes',
        href: '/services/vulnerability-management',
      },
      {
        label: 'Cloud Security Architecture',
        description: 'Azure, identity, posture, compliance',
        href: '/services/cloud-security',
      },
      {
        label: 'Security Awareness and Reporting',
        description: 'Training, campaigns, board reports',
        href: '/services/security-awareness',
      },
    ],
  },
  {
    label: 'Programs',
    items: [
      { label: 'All programs', description: 'Fixed scope, team and timeline', href: '/programs' },
      {
        label: 'EDR/XDR Implementation',
        description: 'Rollout, tuning and handover',
        href: '/programs/edr-implementation',
      },
      {
        label: 'SIEM and Threat Hunting',
        description: 'Rules as code, scheduled hunts',
        href: '/programs/siem-threat-hunting',
      },
      {
        label: 'Threat Intel Platform',
        description: 'One data lake for threats and risks',
        href: '/programs/threat-intel-platform',
      },
      {
        label: 'Purple Team Operations',
        description: 'Attack, detect, improve, repeat',
        href: '/programs/purple-team-operations',
      },
      {
        label: 'Compliance and Governance',
        description: 'FINMA, NIST CSF, GDPR, ISO 27001',
        href: '/programs/compliance-governance',
      },
    ],
  },
  {
    label: 'Resources',
    items: [
      { label: 'Blog', description: 'Articles from our own projects', href: '/blog' },
      { label: 'Privacy Policy', description: 'What we keep, why and for how long', href: '/privacy-policy' },
    ],
  },
  {
    label: 'About',
    items: [
      { label: 'About us', description: 'Two engagement models', href: '/about' },
      { label: founder.name, description: 'Founder profile', href: paths.founder },
      { label: 'Team', description: 'The people you would work with', href: '/about-team' },
    ],
  },
]

export const contactLink: Cta = { label: 'Contact Us', href: '/contact' }
export const headerCta: Cta = { label: 'Free Consultation', href: '/contact' }
export const mobileCta: Cta = { label: 'Claim your free consultation', href: '/contact' }

export const footerColumns: readonly FooterColumn[] = [
  {
    heading: 'Why Us',
    links: [
      { kind: 'internal', label: 'Startups', href: '/why-us/startups' },
      { kind: 'internal', label: 'SMEs', href: '/why-us/smes' },
      { kind: 'internal', label: 'MSSPs', href: '/why-us/mssps' },
      { kind: 'internal', label: 'Consultancies', href: '/why-us/consultancies' },
      { kind: 'internal', label: 'Enterprises', href: '/why-us/enterprises' },
      { kind: 'internal', label: 'Partners', href: '/why-us/partners' },
    ],
  },
  {
    heading: 'Services',
    links: [
      { kind: 'internal', label: 'Threat detection', href: '/services/threat-detection-response' },
      { kind: 'internal', label: 'DevSecOps', href: '/services/devsecops' },
      { kind: 'internal', label: 'Vulnerability management', href: '/services/vulnerability-management' },
      { kind: 'internal', label: 'Cloud security', href: '/services/cloud-security' },
      { kind: 'internal', label: 'Security awareness', href: '/services/security-awareness' },
      { kind: 'internal', label: 'All services', href: '/services' },
    ],
  },
  {
    heading: 'Resources',
    links: [
      { kind: 'internal', label: 'Programs', href: '/programs' },
      { kind: 'internal', label: 'Blog', href: '/blog' },
      { kind: 'internal', label: 'Privacy', href: '/privacy' },
      { kind: 'internal', label: 'Terms', href: '/terms' },
    ],
  },
  {
    heading: 'About',
    links: [
      { kind: 'internal', label: 'About us', href: '/about' },
      { kind: 'internal', label: 'Founder', href: paths.founder },
      { kind: 'internal', label: 'Team', href: '/about-team' },
    ],
  },
  {
    heading: 'Contact Us',
    links: [
      { kind: 'mail', label: site.email, address: site.email },
      { kind: 'external', ...networks.linkedin },
      { kind: 'external', ...networks.medium },
    ],
  },
]

/** The line reads '© {year} {holder}. {rights}'. */
export const copyright = {
  holder: site.legalName,
  rights: 'All rights reserved.',
  location: site.location,
} as const

/** Words of the frame around every page. */
export const ui = {
  skipLink: 'Skip to content',
  homeLink: `${site.name}, home`,
  mainNavigation: 'Main',
  mobileNavigation: 'Mobile',
  footerNavigation: 'Footer',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  newTab: '(opens in a new tab)',
  /** A number and its hours follow. */
  underAttack: 'Under attack? Call',
} as const
