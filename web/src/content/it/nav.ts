import type { Cta, FooterColumn, NavMenu } from '../types'
import { paths } from './paths'
import { founder, networks, site } from './site'

export const menus: readonly NavMenu[] = [
  {
    label: 'Perché noi',
    items: [
      { label: 'Startup', description: 'Sicurezza che aiuta a vendere', href: paths.startups },
      { label: 'PMI', description: 'Sicurezza senza un reparto dedicato', href: paths.smes },
      { label: 'MSSP', description: 'Specialisti esperti per il Suo servizio', href: paths.mssps },
      {
        label: 'Società di consulenza',
        description: 'Specialisti per i Suoi mandati',
        href: paths.consultancies,
      },
      { label: 'Grandi aziende', description: 'Programmi per ambienti complessi', href: paths.enterprises },
      { label: 'Partner', description: 'Per i produttori', href: paths.partners },
    ],
  },
  {
    label: 'Servizi',
    items: [
      {
        label: 'Tutti i servizi',
        description: 'Da un consulente a sei e più',
        href: paths.services,
      },
      {
        label: 'Rilevamento e risposta',
        description: 'SIEM, XDR, EDR, detection as code, OT',
        href: paths.threatDetectionResponse,
      },
      {
        label: 'DevSecOps e SDLC',
        description: 'Pipeline, SAST, DAST, champion',
        href: paths.devsecops,
      },
      {
        label: 'Gestione delle vulnerabilità',
        description: 'Dalla scansione alla correzione verificata',
        href: paths.vulnerabilityManagement,
      },
      {
        label: 'Architettura di sicurezza cloud',
        description: 'Azure, identità, postura, conformità',
        href: paths.cloudSecurity,
      },
      {
        label: 'Sensibilizzazione e reporting',
        description: 'Formazione, campagne, rapporti al CdA',
        href: paths.securityAwareness,
      },
    ],
  },
  {
    label: 'Programmi',
    items: [
      { label: 'Tutti i programmi', description: 'Ambito, team e durata definiti', href: paths.programs },
      {
        label: 'Introduzione EDR/XDR',
        description: 'Distribuzione, messa a punto e consegna',
        href: paths.edrImplementation,
      },
      {
        label: 'SIEM e threat hunting',
        description: 'Regole come codice, ricerche pianificate',
        href: paths.siemThreatHunting,
      },
      {
        label: 'Piattaforma threat intel',
        description: 'Un solo data lake per minacce e rischi',
        href: paths.threatIntelPlatform,
      },
      {
        label: 'Operazioni purple team',
        description: 'Attaccare, rilevare, migliorare, ripetere',
        href: paths.purpleTeamOperations,
      },
      {
        label: 'Conformità e governance',
        description: 'FINMA, NIST CSF, GDPR, ISO 27001',
        href: paths.complianceGovernance,
      },
    ],
  },
  {
    label: 'Risorse',
    items: [
      { label: 'Blog', description: 'Articoli dai nostri progetti', href: paths.blog },
      {
        label: 'Protezione dei dati',
        description: 'Che cosa conserviamo, perché e per quanto',
        href: paths.privacyPolicy,
      },
    ],
  },
  {
    label: 'Chi siamo',
    items: [
      { label: 'La società', description: 'Due modelli di mandato', href: paths.about },
      { label: founder.name, description: 'Profilo della fondatrice', href: paths.founder },
      { label: 'Team', description: 'Le persone con cui lavorerebbe', href: paths.team },
    ],
  },
]

export const contactLink: Cta = { label: 'Contatto', href: paths.contact }
export const headerCta: Cta = { label: 'Primo colloquio', href: paths.contact }
export const mobileCta: Cta = { label: 'Richieda un primo colloquio gratuito', href: paths.contact }

export const footerColumns: readonly FooterColumn[] = [
  {
    heading: 'Perché noi',
    links: [
      { kind: 'internal', label: 'Startup', href: paths.startups },
      { kind: 'internal', label: 'PMI', href: paths.smes },
      { kind: 'internal', label: 'MSSP', href: paths.mssps },
      { kind: 'internal', label: 'Società di consulenza', href: paths.consultancies },
      { kind: 'internal', label: 'Grandi aziende', href: paths.enterprises },
      { kind: 'internal', label: 'Partner', href: paths.partners },
    ],
  },
  {
    heading: 'Servizi',
    links: [
      { kind: 'internal', label: 'Rilevamento delle minacce', href: paths.threatDetectionResponse },
      { kind: 'internal', label: 'DevSecOps', href: paths.devsecops },
      { kind: 'internal', label: 'Gestione delle vulnerabilità', href: paths.vulnerabilityManagement },
      { kind: 'internal', label: 'Sicurezza del cloud', href: paths.cloudSecurity },
      { kind: 'internal', label: 'Sensibilizzazione', href: paths.securityAwareness },
      { kind: 'internal', label: 'Tutti i servizi', href: paths.services },
    ],
  },
  {
    heading: 'Risorse',
    links: [
      { kind: 'internal', label: 'Programmi', href: paths.programs },
      { kind: 'internal', label: 'Blog', href: paths.blog },
      { kind: 'internal', label: 'Protezione dei dati', href: paths.privacyPolicy },
      { kind: 'internal', label: 'Condizioni d’uso', href: paths.terms },
    ],
  },
  {
    heading: 'Chi siamo',
    links: [
      { kind: 'internal', label: 'La società', href: paths.about },
      { kind: 'internal', label: 'Fondatrice', href: paths.founder },
      { kind: 'internal', label: 'Team', href: paths.team },
    ],
  },
  {
    heading: 'Contatto',
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
  rights: 'Tutti i diritti riservati.',
  location: site.location,
} as const

/** Words of the frame around every page. */
export const ui = {
  skipLink: 'Andare al contenuto',
  homeLink: `${site.name}, pagina iniziale`,
  mainNavigation: 'Principale',
  mobileNavigation: 'Mobile',
  footerNavigation: 'Piè di pagina',
  pageSections: 'Sezioni di questa pagina',
  languages: 'Lingua',
  openMenu: 'Aprire il menu',
  closeMenu: 'Chiudere il menu',
  newTab: '(si apre in una nuova scheda)',
  /** A number and its hours follow. */
  underAttack: 'Sotto attacco? Chiami il',
} as const
