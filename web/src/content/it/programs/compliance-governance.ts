import type { Program } from '../../types'
import { compliancePhaseDurations, consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

const [assessment, implementation, operationalisation, governance] = compliancePhaseDurations

export const complianceGovernance: Program = {
  path: paths.complianceGovernance,
  title: `Programma conformità e governance | ${site.name}`,
  description:
    'Da due a quattro consulenti allineano FINMA, NIST CSF 2.0, GDPR e ISO 27001/27002 in 3-6 mesi, con un solo insieme di misure e di prove.',
  hero: {
    eyebrow: 'Programma',
    heading: 'Conformità e governance',
    lead: 'Quattro standard richiedono in gran parte le stesse misure con altre parole. Attuiamo ogni misura una sola volta, formiamo chi la applica e teniamo le prove dove gli auditor le cercano.',
  },
  badges: [consultantsBadge(programConstants.complianceGovernance.consultants), 'più standard'],
  timeline: programConstants.complianceGovernance.timeline,
  timelineLabel: 'Fino all’esercizio ordinario',
  back: { label: 'Tutti i programmi', href: paths.programs },
  overview: {
    heading: 'Panoramica',
    paragraphs: [
      'La conformità fallisce quando direttive e pratica divergono. Perciò il programma comincia dalla pratica: guardiamo come si concedono gli accessi, si fanno le modifiche e si gestiscono gli incidenti, e poi i documenti. Dove la pratica è buona, scriviamo la direttiva di conseguenza; dove non lo è, cambiamo entrambe.',
      'Il risultato è un sistema di gestione snello con responsabili delle misure indicati per nome, un registro dei rischi che orienta le decisioni e un calendario di revisione che il Suo team segue senza di noi.',
    ],
  },
  deliverables: {
    heading: 'Risultati',
    groups: [
      {
        title: 'Standard',
        items: [
          {
            title: 'FINMA',
            description:
              'Le circolari 2023/1 sui rischi operativi e la resilienza e 2018/3 sull’outsourcing, tradotte in misure e linee di reporting.',
          },
          {
            title: 'NIST CSF',
            description:
              'Profilo attuale e profilo obiettivo secondo la versione 2.0, funzione Govern compresa, come lingua comune del programma.',
          },
          {
            title: 'GDPR',
            description:
              'Registro delle attività di trattamento, valutazioni d’impatto, contratti con i responsabili del trattamento e procedure per le violazioni, compreso ciò che la nLPD richiede.',
          },
          {
            title: 'ISO 27001/27002',
            description:
              'Campo di applicazione, dichiarazione di applicabilità e misure secondo le edizioni 2022, pronti per un audit di certificazione accreditato.',
          },
        ],
      },
      {
        title: 'Misure',
        items: [
          {
            title: 'Direttive',
            description:
              'Una gerarchia snella di direttive, standard e procedure. Ogni documento ha un responsabile, un pubblico e una data di revisione.',
          },
          {
            title: 'Rischi',
            description:
              'Un metodo basato su ISO/IEC 27005, un registro nel linguaggio dell’azienda e decisioni di trattamento firmate dai responsabili dei rischi.',
          },
          {
            title: 'Accessi',
            description:
              'Ruoli, approvazione, ricertificazione e accessi privilegiati, legati ai Suoi processi di entrata, cambio e uscita.',
          },
          {
            title: 'Sorveglianza',
            description:
              'Test delle misure, indicatori e un piano di audit interno, automatizzati ovunque un sistema possa fornire la prova.',
          },
        ],
      },
    ],
  },
  phases: {
    heading: 'Quattro fasi',
    items: [
      {
        title: 'Valutazione e analisi delle lacune',
        duration: assessment,
        description:
          'Colloqui, esame dei documenti e controlli a campione nell’esercizio. Riceve un elenco di lacune, ognuna con una stima dell’impegno e una priorità.',
      },
      {
        title: 'Attuazione degli standard',
        duration: implementation,
        description:
          'Progettazione delle misure, direttive e mezzi tecnici, elaborati con i responsabili e approvati uno alla volta.',
      },
      {
        title: 'Messa in esercizio e formazione',
        duration: operationalisation,
        description:
          'Le misure funzionano per la prima volta sotto i nostri occhi. Formiamo i responsabili, e un audit interno mette alla prova l’intero sistema.',
      },
      {
        title: 'Governance continua',
        duration: governance,
        description:
          'Revisioni trimestrali, monitoraggio normativo e sostegno negli audit, nella misura che Le serve.',
      },
    ],
  },
  team: programTeam(
    'Due persone guidano il programma; altre due si aggiungono per le misure del loro campo.',
    {
      mirjam: 'Responsabile del programma, rischi e FINMA',
      dario: 'Protezione dei dati, direttive e formazione',
    },
    { aurelio: 'Misure cloud e accessi', flurin: 'Sorveglianza e prove tecniche' },
  ),
  whyItWorks: {
    heading: 'Perché funziona',
    items: [
      {
        title: 'Un solo insieme di misure',
        description:
          'Ogni requisito è attuato una volta e ricondotto a ogni standard che lo chiede. Una nuova norma aggiunge righe a una tabella invece di avviare un altro progetto.',
      },
      {
        title: 'Prima la pratica',
        description:
          'I responsabili partecipano alla progettazione, così le misure si adattano al loro lavoro quotidiano.',
      },
      {
        title: 'Prove senza fatica',
        description:
          'Ticket, pipeline e log forniscono le prove. Nessuno raccoglie schermate la settimana prima di un audit.',
      },
      {
        title: 'Proporzionalità',
        description:
          'Sia la FINMA sia la LPD chiedono misure proporzionate al rischio. Le diciamo per iscritto di quali misure non ha bisogno.',
      },
    ],
  },
  closing: {
    heading: 'Quale audit è il prossimo?',
    text: 'Indichi lo standard e la data. Le diremo se la data è realistica e che cosa fare per primo.',
    cta: { label: 'Parliamo dei requisiti di conformità', href: paths.contact },
    inquiry: { program: 'compliance-governance', reason: 'security-assessment' },
  },
}
