import type { Cta, FooterColumn, NavMenu } from '../types'
import { paths } from './paths'
import { founder, networks, site } from './site'

export const menus: readonly NavMenu[] = [
  {
    label: 'Why Us',
    items: [
      { label: 'Startups', description: 'Security that helps you sell', href: paths.startups },
      { label: 'SMEs', description: 'Security without a security department', href: paths.smes },
      { label: 'MSSPs', description: 'Senior specialists for your service', href: paths.mssps },
      {
        label: 'Consultancies',
        description: 'Specialists for your client projects',
        href: paths.consultancies,
      },
      { label: 'Enterprises', description: 'Programs for complex environments', href: paths.enterprises },
      { label: 'Partners', description: 'For technology vendors', href: paths.partners },
    ],
  },
  {
    label: 'Services',
    items: [
      {
        label: 'All services',
        description: 'From one consultant to six or more',
        href: paths.services,
      },
      {
        label: 'Threat Detection and Response',
        description: 'SIEM, XDR, EDR, detection as code, OT',
        href: paths.threatDetectionResponse,
      },
      {
        label: 'DevSecOps and SDLC',
        description: 'Pipelines, SAST, DAST, champions',
        href: paths.devsecops,
      },
      {
        label: 'Vulnerability Management',
        description: 'From scan results to verified fixes',
        href: paths.vulnerabilityManagement,
      },
      {
        label: 'Cloud Security Architecture',
        description: 'Azure, identity, posture, compliance',
        href: paths.cloudSecurity,
      },
      {
        label: 'Security Awareness and Reporting',
        description: 'Training, campaigns, board reports',
        href: paths.securityAwareness,
      },
    ],
  },
  {
    label: 'Programs',
    items: [
      { label: 'All programs', description: 'Fixed scope, team and timeline', href: paths.programs },
      {
        label: 'EDR/XDR Implementation',
        description: 'Rollout, tuning and handover',
        href: paths.edrImplementation,
      },
      {
        label: 'SIEM and Threat Hunting',
        description: 'Rules as code, scheduled hunts',
        href: paths.siemThreatHunting,
      },
      {
        label: 'Threat Intel Platform',
        description: 'One data lake for threats and risks',
        href: paths.threatIntelPlatform,
      },
      {
        label: 'Purple Team Operations',
        description: 'Attack, detect, improve, repeat',
        href: paths.purpleTeamOperations,
      },
      {
        label: 'Compliance and Governance',
        description: 'FINMA, NIST CSF, GDPR, ISO 27001',
        href: paths.complianceGovernance,
      },
    ],
  },
  {
    label: 'Resources',
    items: [
      { label: 'Blog', description: 'Articles from our own projects', href: paths.blog },
      {
        label: 'Privacy Policy',
        description: 'What we keep, why and for how long',
        href: paths.privacyPolicy,
      },
    ],
  },
  {
    label: 'About',
    items: [
      { label: 'About us', description: 'Two engagement models', href: paths.about },
      { label: founder.name, description: 'Founder profile', href: paths.founder },
      { label: 'Team', description: 'The people you would work with', href: paths.team },
    ],
  },
]

export const contactLink: Cta = { label: 'Contact Us', href: paths.contact }
export const headerCta: Cta = { label: 'Free Consultation', href: paths.contact }
export const mobileCta: Cta = { label: 'Claim your free consultation', href: paths.contact }

export const footerColumns: readonly FooterColumn[] = [
  {
    heading: 'Why Us',
    links: [
      { kind: 'internal', label: 'Startups', href: paths.startups },
      { kind: 'internal', label: 'SMEs', href: paths.smes },
      { kind: 'internal', label: 'MSSPs', href: paths.mssps },
      { kind: 'internal', label: 'Consultancies', href: paths.consultancies },
      { kind: 'internal', label: 'Enterprises', href: paths.enterprises },
      { kind: 'internal', label: 'Partners', href: paths.partners },
    ],
  },
  {
    heading: 'Services',
    links: [
      { kind: 'internal', label: 'Threat detection', href: paths.threatDetectionResponse },
      { kind: 'internal', label: 'DevSecOps', href: paths.devsecops },
      { kind: 'internal', label: 'Vulnerability management', href: paths.vulnerabilityManagement },
      { kind: 'internal', label: 'Cloud security', href: paths.cloudSecurity },
      { kind: 'internal', label: 'Security awareness', href: paths.securityAwareness },
      { kind: 'internal', label: 'All services', href: paths.services },
    ],
  },
  {
    heading: 'Resources',
    links: [
      { kind: 'internal', label: 'Programs', href: paths.programs },
      { kind: 'internal', label: 'Blog', href: paths.blog },
      { kind: 'internal', label: 'Privacy', href: '/privacy' },
      { kind: 'internal', label: 'Terms', href: paths.terms },
    ],
  },
  {
    heading: 'About',
    links: [
      { kind: 'internal', label: 'About us', href: paths.about },
      { kind: 'internal', label: 'Founder', href: paths.founder },
      { kind: 'internal', label: 'Team', href: paths.team },
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
  pageSections: 'Sections of this page',
  languages: 'Language',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  newTab: '(opens in a new tab)',
  /** A number and its hours follow. */
  underAttack: 'Under attack? Call',
} as const
