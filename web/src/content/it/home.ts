import type { HomePage } from '../types'
import { consultantsBadge, programConstants, serviceBadge } from './figures'
import { paths } from './paths'
import { founder, site } from './site'

export const homePage: HomePage = {
  path: paths.home,
  title: `${site.name} | Consulenza svizzera in ciberdifesa`,
  description:
    'Consulenti svizzeri per rilevamento e risposta, DevSecOps, cloud, vulnerabilità e sensibilizzazione. Il primo colloquio è gratuito.',
  hero: {
    eyebrow: site.tagline,
    heading: 'La Sua sicurezza. I Suoi dati. Il Suo futuro.',
    lead: `I nostri consulenti hanno gestito in prima persona i sistemi su cui danno consulenza. Ne incarichi uno, o un team di sei e più. Ciò che costruiscono resta a Lei, e il Suo team impara a gestirlo.`,
    primary: { label: 'Primo colloquio', href: paths.contact },
    secondary: { label: 'Tutti i servizi', href: paths.services },
  },
  tilesLabel: 'I servizi secondo la Sua domanda',
  tiles: [
    {
      title: 'Noteremmo un attacco?',
      description: 'SIEM, XDR, EDR, OT',
      href: paths.threatDetectionResponse,
    },
    { title: 'Il nostro codice è sicuro?', description: 'SAST, DAST, IAST', href: paths.devsecops },
    {
      title: 'Che cosa correggere prima?',
      description: 'Scansione, priorità, correzione, verifica',
      href: paths.vulnerabilityManagement,
    },
    {
      title: 'Chi accede al nostro cloud?',
      description: 'Azure, IAM, CSPM',
      href: paths.cloudSecurity,
    },
  ],
  services: {
    heading: 'Servizi',
    intro: 'A giornata o a progetto.',
    cards: [
      {
        title: 'Rilevamento e risposta',
        description: 'Fermare un’intrusione prima che diventi un danno.',
        href: paths.threatDetectionResponse,
      },
      {
        title: 'DevSecOps e SDLC',
        description: 'Trovare le falle già nella revisione del codice.',
        href: paths.devsecops,
      },
      {
        title: 'Gestione delle vulnerabilità',
        description: 'Stabilire le priorità e verificare ogni correzione.',
        href: paths.vulnerabilityManagement,
      },
      {
        title: 'Architettura di sicurezza cloud',
        description: 'Gestire su Azure applicazioni regolamentate.',
        href: paths.cloudSecurity,
      },
    ],
    all: { label: 'Tutti e cinque i servizi', href: paths.services },
  },
  samples: {
    intro: 'Veda un esempio:',
    links: [
      { label: 'Mappa di copertura', href: paths.threatDetectionResponse },
      { label: 'Modifica di una policy', href: paths.cloudSecurity },
    ],
  },
  fifthService: {
    intro: 'Inoltre:',
    cta: { label: 'Sensibilizzazione e reporting', href: paths.securityAwareness },
  },
  ways: {
    heading: 'Due modi di lavorare con noi',
    intro: 'Entrambi iniziano con un colloquio gratuito.',
    items: [
      {
        title: 'Un esperto, direttamente',
        description: `La fondatrice, ${founder.name}, o un altro specialista.`,
        cta: { label: 'Il mandato individuale', href: paths.about },
      },
      {
        title: 'Un team completo',
        description: 'Un team con le competenze che il Suo progetto richiede.',
        cta: { label: 'Servizi in team', href: paths.services },
      },
    ],
    rows: [
      { label: 'Team', values: ['1 consulente', serviceBadge] },
      {
        label: 'Per',
        values: [
          'Revisioni di architettura, secondi pareri, ruoli ad interim',
          'Piattaforme di rilevamento, programmi cloud e di conformità',
        ],
      },
      {
        label: 'Condizioni',
        values: ['A giornata, a settimana o a mese', 'Dimensione del team concordata per ogni fase'],
      },
    ],
  },
  programs: {
    heading: 'Programmi',
    intro: 'Ognuno ha team, durata e risultati definiti.',
    cards: [
      {
        title: 'Introduzione EDR/XDR',
        description: 'Ogni endpoint coperto e sorvegliato.',
        badge: consultantsBadge(programConstants.edrImplementation.consultants),
        timeline: programConstants.edrImplementation.timeline,
        href: paths.edrImplementation,
      },
      {
        title: 'SIEM e threat hunting',
        description: 'Detection as code e caccia alle minacce.',
        badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
        timeline: programConstants.siemThreatHunting.timeline,
        href: paths.siemThreatHunting,
      },
      {
        title: 'Operazioni purple team',
        description: 'Red team e blue team colmano le lacune insieme.',
        badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
        timeline: programConstants.purpleTeamOperations.timeline,
        href: paths.purpleTeamOperations,
      },
      {
        title: 'Conformità e governance',
        description: 'Un solo insieme di misure per più standard.',
        badge: consultantsBadge(programConstants.complianceGovernance.consultants),
        timeline: programConstants.complianceGovernance.timeline,
        href: paths.complianceGovernance,
      },
    ],
    all: { label: 'Tutti i programmi', href: paths.programs },
  },
  whyUs: {
    heading: `Perché ${site.name}`,
    items: [
      {
        title: 'Gente del mestiere',
        description:
          'Il consulente che La consiglia scrive anche la regola di rilevamento, la direttiva o il codice della pipeline.',
      },
      {
        title: 'Svizzeri',
        description: `Con sede a ${site.city}, conosciamo i requisiti della nLPD e della FINMA. I nostri server e la nostra posta sono ospitati in Svizzera.`,
      },
      {
        title: 'Indipendenti',
        description:
          'Non prendiamo provvigioni sui prodotti, nemmeno dai partner. Se quelli che già possiede bastano, lo diciamo.',
      },
    ],
  },
  contact: {
    heading: 'Iniziamo con un colloquio',
    intro: 'Il primo colloquio è gratuito.',
    cards: [
      {
        title: 'Fissi un colloquio',
        description: 'Ha una domanda o una preoccupazione e vuole il parere di uno specialista.',
        cta: { label: 'Fissi un colloquio', href: paths.contact },
      },
      {
        title: 'Parliamo del Suo progetto',
        description: 'Ha un ambito, una scadenza o un bando e vuole una stima.',
        cta: { label: 'Parliamo del Suo progetto', href: paths.contact },
      },
    ],
  },
}
