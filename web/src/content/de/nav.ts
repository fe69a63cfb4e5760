import type { Cta, FooterColumn, NavMenu } from '../types'
import { paths } from './paths'
import { founder, networks, site } from './site'

export const menus: readonly NavMenu[] = [
  {
    label: 'Warum wir',
    items: [
      { label: 'Startups', description: 'Sicherheit, die beim Verkaufen hilft', href: paths.startups },
      { label: 'KMU', description: 'Sicherheit ohne eigene Abteilung', href: paths.smes },
      { label: 'MSSP', description: 'Erfahrene Fachleute für Ihren Dienst', href: paths.mssps },
      {
        label: 'Beratungsfirmen',
        description: 'Fachleute für Ihre Kundenprojekte',
        href: paths.consultancies,
      },
      {
        label: 'Grossunternehmen',
        description: 'Programme für komplexe Umgebungen',
        href: paths.enterprises,
      },
      { label: 'Partner', description: 'Für Hersteller', href: paths.partners },
    ],
  },
  {
    label: 'Leistungen',
    items: [
      {
        label: 'Alle Leistungen',
        description: 'Von einer Fachperson bis zu sechs und mehr',
        href: paths.services,
      },
      {
        label: 'Angriffserkennung und Reaktion',
        description: 'SIEM, XDR, EDR, Detection as Code, OT',
        href: paths.threatDetectionResponse,
      },
      {
        label: 'DevSecOps und SDLC',
        description: 'Pipelines, SAST, DAST, Champions',
        href: paths.devsecops,
      },
      {
        label: 'Schwachstellenmanagement',
        description: 'Vom Scan bis zur geprüften Behebung',
        href: paths.vulnerabilityManagement,
      },
      {
        label: 'Cloud-Sicherheitsarchitektur',
        description: 'Azure, Identitäten, Posture, Compliance',
        href: paths.cloudSecurity,
      },
      {
        label: 'Security Awareness und Reporting',
        description: 'Schulung, Kampagnen, Berichte ans Management',
        href: paths.securityAwareness,
      },
    ],
  },
  {
    label: 'Programme',
    items: [
      {
        label: 'Alle Programme',
        description: 'Umfang, Team und Dauer stehen fest',
        href: paths.programs,
      },
      {
        label: 'EDR/XDR-Einführung',
        description: 'Rollout, Tuning und Übergabe',
        href: paths.edrImplementation,
      },
      {
        label: 'SIEM und Threat Hunting',
        description: 'Regeln als Code, Hunts nach Plan',
        href: paths.siemThreatHunting,
      },
      {
        label: 'Threat-Intelligence-Plattform',
        description: 'Ein Data Lake für Bedrohungen und Risiken',
        href: paths.threatIntelPlatform,
      },
      {
        label: 'Purple Team',
        description: 'Angreifen, erkennen, verbessern, wiederholen',
        href: paths.purpleTeamOperations,
      },
      {
        label: 'Compliance und Governance',
        description: 'FINMA, NIST CSF, DSGVO, ISO 27001',
        href: paths.complianceGovernance,
      },
    ],
  },
  {
    label: 'Wissen',
    items: [
      { label: 'Blog', description: 'Artikel aus eigenen Projekten', href: paths.blog },
      {
        label: 'Datenschutzerklärung',
        description: 'Was wir aufbewahren, wozu und wie lange',
        href: paths.privacyPolicy,
      },
    ],
  },
  {
    label: 'Über uns',
    items: [
      { label: 'Die Firma', description: 'Zwei Arten der Zusammenarbeit', href: paths.about },
      { label: founder.name, description: 'Profil der Gründerin', href: paths.founder },
      { label: 'Team', description: 'Mit wem Sie arbeiten würden', href: paths.team },
    ],
  },
]

export const contactLink: Cta = { label: 'Kontakt', href: paths.contact }
export const headerCta: Cta = { label: 'Erstgespräch', href: paths.contact }
export const mobileCta: Cta = { label: 'Kostenloses Erstgespräch', href: paths.contact }

export const footerColumns: readonly FooterColumn[] = [
  {
    heading: 'Warum wir',
    links: [
      { kind: 'internal', label: 'Startups', href: paths.startups },
      { kind: 'internal', label: 'KMU', href: paths.smes },
      { kind: 'internal', label: 'MSSP', href: paths.mssps },
      { kind: 'internal', label: 'Beratungsfirmen', href: paths.consultancies },
      { kind: 'internal', label: 'Grossunternehmen', href: paths.enterprises },
      { kind: 'internal', label: 'Partner', href: paths.partners },
    ],
  },
  {
    heading: 'Leistungen',
    links: [
      { kind: 'internal', label: 'Angriffserkennung', href: paths.threatDetectionResponse },
      { kind: 'internal', label: 'DevSecOps', href: paths.devsecops },
      { kind: 'internal', label: 'Schwachstellen', href: paths.vulnerabilityManagement },
      { kind: 'internal', label: 'Cloud-Sicherheit', href: paths.cloudSecurity },
      { kind: 'internal', label: 'Security Awareness', href: paths.securityAwareness },
      { kind: 'internal', label: 'Alle Leistungen', href: paths.services },
    ],
  },
  {
    heading: 'Wissen',
    links: [
      { kind: 'internal', label: 'Programme', href: paths.programs },
      { kind: 'internal', label: 'Blog', href: paths.blog },
      { kind: 'internal', label: 'Datenschutz', href: paths.privacyPolicy },
      { kind: 'internal', label: 'Bedingungen', href: paths.terms },
    ],
  },
  {
    heading: 'Über uns',
    links: [
      { kind: 'internal', label: 'Die Firma', href: paths.about },
      { kind: 'internal', label: 'Gründerin', href: paths.founder },
      { kind: 'internal', label: 'Team', href: paths.team },
    ],
  },
  {
    heading: 'Kontakt',
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
  rights: 'Alle Rechte vorbehalten.',
  location: site.location,
} as const

/** Words of the frame around every page. */
export const ui = {
  skipLink: 'Zum Inhalt',
  homeLink: `${site.name}, Startseite`,
  mainNavigation: 'Hauptmenü',
  mobileNavigation: 'Menü',
  footerNavigation: 'Fusszeile',
  pageSections: 'Abschnitte dieser Seite',
  languages: 'Sprache',
  openMenu: 'Menü öffnen',
  closeMenu: 'Menü schliessen',
  newTab: '(öffnet einen neuen Tab)',
  /** A number and its hours follow. */
  underAttack: 'Angriff im Gang? Rufen Sie an:',
} as const
