import { certificationsOf, profiles } from '../profiles'
import type { FounderPage } from '../types'
import { paths } from './paths'
import { founder, site } from './site'

/** The founder is an invented person: background, certifications and projects are sample content, to be replaced. */
export const founderPage: FounderPage = {
  path: paths.founder,
  title: `${founder.name}, fondatrice di ${site.name}`,
  description: `Percorso, certificazioni, una scelta di ruoli e progetti e settori della fondatrice e consulente principale di ${site.name}.`,
  hero: {
    eyebrow: founder.role,
    heading: founder.name,
    lead: 'Ingegnera del rilevamento, architetta e consulente. Aiuta le organizzazioni a rilevare gli attacchi e a reagire entro la prima ora.',
  },
  background: {
    heading: 'Percorso',
    paragraphs: [
      `${founder.firstName} ha iniziato come ingegnera dell’automazione e ha messo in servizio sistemi di controllo in centrali elettriche e impianti di trattamento delle acque. In uno di questi un fornitore ha cambiato un setpoint da remoto senza avvisare nessuno. È stato quell’episodio a portarla alla sicurezza informatica.`,
      'Ha poi lavorato in un centro operativo di sicurezza, prima come analista di turno e in seguito come responsabile della copertura del rilevamento. Lì ha imparato quanto valgono rilevamenti collaudati, meno allarmi e una documentazione che un analista può seguire anche di notte.',
      `Ha fondato ${site.name} perché i clienti trattino direttamente con chi fa il lavoro, dal primo colloquio alla consegna.`,
    ],
  },
  certifications: {
    heading: 'Certificazioni',
    accomplished: {
      title: 'Conseguite',
      items: certificationsOf(profiles[founder.id].certificates),
    },
    ongoing: {
      title: 'In corso',
      items: certificationsOf(['SC-100', 'GCTI']),
    },
  },
  experience: {
    heading: 'Esperienza professionale',
    items: [
      {
        icon: 'detection',
        type: 'Ruolo',
        title: 'Ingegnera capo del rilevamento',
        description:
          'Responsabile dei contenuti di rilevamento e della loro qualità in un centro operativo di sicurezza: ciclo di vita delle regole, misura della copertura, formazione degli analisti.',
        tags: ['SIEM', 'Sigma', 'MITRE ATT&CK'],
      },
      {
        icon: 'industry',
        type: 'Ruolo',
        title: 'Ingegnera di automazione e sicurezza OT',
        description:
          'Messa in servizio di sistemi di controllo, poi segmentazione e sorveglianza passiva delle reti d’impianto con il personale d’esercizio e i responsabili della sicurezza degli impianti.',
        tags: ['OT', 'IEC 62443', 'Sorveglianza di rete'],
      },
      {
        icon: 'cloud',
        type: 'Progetto',
        title: 'Rilevamento per una landing zone Azure',
        description:
          'Log centrali, rilevamenti sulle identità e risposta automatizzata, progettati con il team della piattaforma prima di migrare la prima applicazione.',
        tags: ['Azure', 'Microsoft Sentinel', 'Entra ID'],
      },
      {
        icon: 'pipeline',
        type: 'Progetto',
        title: 'Detection as code',
        description:
          'Passaggio da regole curate a mano a un repository con test automatici, con distribuzione a tappe e ritiro delle regole senza responsabile.',
        tags: ['Git', 'CI/CD', 'Test'],
      },
      {
        icon: 'intelligence',
        type: 'Progetto',
        title: 'Simulazione di attacchi (BAS)',
        description:
          'Simulazioni innocue che verificano prevenzione e rilevamento dopo ogni modifica e aprono un ticket per ogni insuccesso.',
        tags: ['BAS', 'Atomic Red Team', 'Purple team'],
      },
      {
        icon: 'governance',
        type: 'Progetto',
        title: 'Preparazione agli incidenti',
        description:
          'Procedure, poteri decisionali e vie di segnalazione per un istituto vigilato, provati con la sua direzione.',
        tags: ['FINMA', 'Risposta agli incidenti', 'Esercitazioni'],
      },
    ],
  },
  sectors: {
    heading: 'Settori',
    items: [
      {
        title: 'Servizi finanziari',
        description: 'Monitoraggio, outsourcing e segnalazioni sotto la vigilanza della FINMA.',
      },
      {
        title: 'Energia e acqua',
        description: 'Sistemi di controllo che una scansione non deve disturbare.',
      },
      { title: 'Industria', description: 'Stabilimenti, fornitori e telemanutenzione.' },
      {
        title: 'Sanità',
        description: 'Dati di pazienti, dispositivi medici e sistemi che quasi non si possono fermare.',
      },
      { title: 'Amministrazione pubblica', description: 'Appalti pubblici e infrastrutture condivise.' },
      { title: 'Software e tecnologia', description: 'Rilasci frequenti e clienti esigenti.' },
    ],
  },
  closing: {
    heading: `Chieda direttamente a ${founder.firstName}`,
    text: 'Se la Sua domanda riguarda rilevamento, risposta o OT, scriva direttamente alla fondatrice. Il primo colloquio è gratuito.',
    cta: { label: `Scriva a ${founder.firstName}`, href: paths.contact },
    inquiry: { to: founder.id },
  },
}
