import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const partners: Segment = {
  path: paths.partners,
  title: `Per partner tecnologici | ${site.name}`,
  description:
    'Offerte per produttori di sicurezza endpoint e di piattaforme cloud: introduzione, migrazione, contenuti di rilevamento comuni e riscontri dal campo.',
  hero: {
    eyebrow: 'Perché noi: partner',
    heading: 'Il Suo prodotto, introdotto bene',
    lead: 'Un cliente decide nei primi 90 giorni se rinnoverà. Introduciamo e integriamo prodotti di sicurezza in organizzazioni svizzere, formiamo i team che li gestiscono e riferiamo ai produttori ciò che impariamo.',
  },
  intro: [
    'Lavoriamo con i produttori a una condizione: i nostri consigli ai clienti restano indipendenti. I partner ricevono introduzioni che usano tutto il prodotto, referenze basate sui risultati e un riscontro sugli affari persi a favore di un altro.',
    'Essere indipendenti vuol dire: nessuna provvigione, nessun margine sulle licenze, nessun obiettivo di vendita, nemmeno dai partner. Lei paga il nostro lavoro nei Suoi progetti, e i nostri clienti lo sanno prima di chiederci un parere sui Suoi prodotti.',
  ],
  change: {
    heading: 'Prima e dopo',
    columns: ['Prima', 'Dopo'],
    rows: [
      ['Distribuzione', 'Licenze vendute, sensori assenti', 'Ogni macchina prevista è coperta'],
      ['Rilevamento', 'Le regole standard del produttore', 'Regole per i sistemi del cliente'],
      ['Riscontri', 'Arrivano con la disdetta', 'Arrivano da ogni progetto'],
    ],
  },
  offerings: [
    {
      heading: 'Per un produttore di sicurezza endpoint',
      items: [
        {
          title: 'Servizi di introduzione',
          description:
            'Distribuzioni pianificate su postazioni, server e desktop virtuali, fino alla modalità di prevenzione, con regole documentate.',
        },
        {
          title: 'Sostituzione di un concorrente',
          description:
            'L’agente esistente viene sostituito a tappe, con ogni endpoint protetto per tutto il tempo.',
        },
        {
          title: 'Contenuti di rilevamento su misura',
          description:
            'Regole comportamentali e query di hunting per le minacce locali, provate e curate per i clienti comuni.',
        },
        {
          title: 'Formazione degli analisti',
          description:
            'Formazione dei team del cliente su casi reali della piattaforma, fino alla certificazione del produttore.',
        },
      ],
    },
    {
      heading: 'Per un fornitore di piattaforme cloud',
      items: [
        {
          title: 'Landing zone sicure',
          description:
            'Architetture di riferimento per i settori regolamentati svizzeri, fornite come codice sui servizi della piattaforma.',
        },
        {
          title: 'Workshop di sicurezza',
          description:
            'Revisioni strutturate di identità, rete, dati ed esercizio, che finiscono con un piano e i suoi costi per il cliente.',
        },
        {
          title: 'Adozione degli strumenti nativi',
          description:
            'Gestione della postura, SIEM e protezione delle identità, dalla licenza all’uso quotidiano, con un’adozione misurata.',
        },
        {
          title: 'Conformità più rapida',
          description:
            'Corrispondenze e prove per FINMA, nLPD e norme ISO, riutilizzabili da un cliente all’altro.',
        },
      ],
    },
  ],
  ecosystem: {
    heading: 'Ecosistema tecnologico',
    text: 'Integriamo strumenti per endpoint, identità, cloud, rete e OT con formati aperti e interfacce documentate: Sigma per i rilevamenti, STIX e TAXII per l’intelligence, OCSF ed ECS per gli eventi, CycloneDX per i componenti. Preferiamo i prodotti che seguono questi standard, perché i nostri clienti possono combinarli con ciò che già hanno.',
  },
  reasons: {
    heading: 'Che cosa offriamo ai partner',
    items: [
      {
        title: 'Riscontri dal campo',
        description:
          'Segnalazioni di errori riproducibili e requisiti con priorità dagli ambienti di produzione, anonimizzati e approvati dal cliente.',
      },
      {
        title: 'Conoscenza del mercato svizzero',
        description:
          'Conosciamo gli appalti svizzeri, le regioni linguistiche, le regole sulla residenza dei dati e la regolamentazione.',
      },
      {
        title: 'Ruoli chiari',
        description:
          'Lei vende le licenze, direttamente o tramite un rivenditore, e noi i servizi. Il cliente vede due voci separate.',
      },
    ],
  },
  closing: {
    heading: 'Cominciare da un cliente comune',
    text: 'Proponiamo di cominciare da una sola introduzione. Indichi un cliente, e noi indicheremo il team.',
    cta: { label: 'Ci contatti', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
