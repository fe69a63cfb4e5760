import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const threatIntelPlatform: Program = {
  path: paths.threatIntelPlatform,
  title: `Programma threat intelligence e data lake | ${site.name}`,
  description:
    'Da tre a sei consulenti costruiscono in 4-8 mesi un data lake di threat intelligence e analisi per IT, OT, cloud e SDLC.',
  hero: {
    eyebrow: 'Programma',
    heading: 'Threat intelligence e data lake di analisi',
    lead: 'Ogni strumento di sicurezza mostra una parte della Sua esposizione. Questo programma unisce i dati per rispondere a una domanda: che cosa correggere per primo, e perché?',
  },
  badges: [consultantsBadge(programConstants.threatIntelPlatform.consultants)],
  timeline: programConstants.threatIntelPlatform.timeline,
  timelineLabel: 'Durata',
  back: { label: 'Tutti i programmi', href: paths.programs },
  overview: {
    heading: 'Panoramica',
    paragraphs: [
      'Feed di intelligence, scanner, inventari, repository e reti di stabilimento descrivono gli stessi sistemi con nomi diversi. Riconduciamo questi nomi a un solo modello di sistemi, responsabili, vulnerabilità e minacce, conservato in formati aperti in un data lake che appartiene a Lei.',
      'Le nostre analisi su quel modello mostrano quali campagne prendono di mira il Suo settore, quali delle loro tecniche sfuggirebbero alle Sue misure e quali componenti vulnerabili di un processo critico sono raggiungibili. Direzione e ingegneri lavorano sugli stessi dati, con diversi livelli di dettaglio.',
    ],
  },
  deliverables: {
    heading: 'Sei risultati',
    groups: [
      {
        items: [
          {
            title: 'Integrazione della threat intelligence',
            description:
              'Fonti commerciali, aperte e di settore raccolte via STIX e TAXII, valutate per affidabilità, senza doppioni e con scadenza.',
          },
          {
            title: 'Pipeline di analisi',
            description:
              'Acquisizione, normalizzazione, risoluzione delle entità e arricchimento come codice collaudato, con la traccia di ogni cifra fino alla fonte.',
          },
          {
            title: 'Priorità secondo il rischio',
            description:
              'Un modello trasparente che combina sfruttamento, esposizione, criticità per l’azienda e misure esistenti. Ogni punteggio si può ricostruire.',
          },
          {
            title: 'Integrazione nell’SDLC',
            description:
              'I risultati da codice, dipendenze e build entrano nel data lake; le priorità tornano nel backlog di ogni team.',
          },
          {
            title: 'Visibilità su IT, OT e cloud',
            description:
              'Uffici, stabilimenti e sottoscrizioni cloud in un solo inventario, con raccolta passiva dove una scansione attiva disturberebbe l’esercizio.',
          },
          {
            title: 'Rapporti alla direzione',
            description:
              'Una breve valutazione mensile: come sono cambiate le minacce per la Sua organizzazione, che cosa significa e quali decisioni raccomandiamo.',
          },
        ],
      },
    ],
  },
  technologyStack: {
    heading: 'Tecnologie',
    intro: 'Una scelta tipica. Se i prodotti che già usa vanno bene, li teniamo.',
    groups: [
      {
        title: 'Dati e analisi',
        items: ['Azure Data Lake Storage', 'Databricks', 'Apache Kafka', 'Apache Iceberg', 'dbt'],
      },
      { title: 'Threat intelligence', items: ['OpenCTI', 'MISP', 'STIX 2.1 e TAXII 2.1', 'MITRE ATT&CK'] },
      {
        title: 'Gestione delle vulnerabilità',
        items: ['Tenable', 'Qualys', 'DefectDojo', 'EPSS e CISA KEV'],
      },
      {
        title: 'Strumenti SDLC',
        items: ['GitHub Advanced Security', 'GitLab', 'Dependency-Track', 'Semgrep'],
      },
    ],
  },
  team: programTeam(
    'Tre persone costruiscono il data lake; altre tre si aggiungono per rilevamento, OT e rapporti.',
    {
      noemie: 'Responsabile del programma, modello dei dati e analisi',
      selma: 'Dati sulle vulnerabilità e integrazione nell’SDLC',
      aurelio: 'Data lake, cloud e accessi',
    },
    {
      flurin: 'Tecniche di attacco e copertura',
      ladina: 'Sistemi OT e processi critici',
      mirjam: 'Modello di rischio e rapporti alla direzione',
    },
  ),
  idealFor: {
    heading: 'Adatto a',
    items: [
      'Aziende con più strumenti di sicurezza e nessuna visione comune del rischio',
      'Gestori di infrastrutture critiche con IT e OT',
      'Gruppi che devono fissare le priorità delle correzioni in molte filiali',
      'Team di intelligence i cui rapporti devono guidare le decisioni tecniche',
    ],
  },
  closing: {
    heading: 'Cominciare da una domanda',
    text: 'Ci mandi una domanda sulla Sua esposizione a cui oggi non sa rispondere. Le diremo quali dati servono per la risposta.',
    cta: { label: 'Parliamo del data lake', href: paths.contact },
    inquiry: { program: 'threat-intel-platform', reason: 'threat-detection-response' },
  },
}
