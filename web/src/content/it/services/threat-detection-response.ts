import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const threatDetectionResponse: Service = {
  path: paths.threatDetectionResponse,
  title: `Rilevamento e risposta | ${site.name}`,
  description:
    'SIEM, XDR, EDR, simulazione di attacchi, detection as code, threat intelligence e sicurezza OT, da consulenti svizzeri.',
  hero: {
    eyebrow: 'Servizio',
    heading: 'Rilevamento e risposta',
    lead: 'Un’intrusione diventa un danno quando nessuno reagisce in tempo. Accorciamo il tempo tra la prima traccia e la prima reazione con i dati giusti, rilevamenti collaudati e procedure che il Suo team sa seguire alle 3 di notte.',
  },
  back: { label: 'Tutti i servizi', href: paths.services },
  overview: [
    'La maggior parte delle organizzazioni ha abbastanza strumenti, ma troppo pochi rilevamenti affidabili. Partiamo dagli attacchi che Le farebbero più male e li riconduciamo alle tecniche di MITRE ATT&CK. Poi proviamo quali tecniche i Suoi sensori registrano, quali segnalano e quali si lasciano sfuggire.',
    'Aggiungiamo una fonte di log solo se serve a un rilevamento. Le regole vengono riviste e versionate come software, e ognuna è provata con un attacco simulato prima che possa svegliare qualcuno.',
  ],
  topics: {
    heading: 'Che cosa realizziamo',
    items: [
      {
        title: 'SIEM',
        description:
          'Architettura, migrazione e messa a punto della Sua piattaforma centrale di rilevamento: collegamento delle fonti utili, schemi normalizzati, conservazione entro i limiti di legge e di budget, correlazione tra identità, endpoint e rete.',
      },
      {
        title: 'EDR e XDR',
        description:
          'Distribuzione su tutti gli endpoint rilevanti, server compresi. Le regole passano a tappe da audit a blocco, le esclusioni sono documentate, e gli analisti dispongono di azioni autorizzate in anticipo.',
      },
      {
        title: 'Simulazione di attacchi',
        description:
          'Esecuzioni pianificate e innocue di vere tecniche di attacco mostrano se prevenzione e rilevamento funzionano ancora dopo una modifica. Ogni insuccesso apre un ticket con le prove allegate.',
      },
      {
        title: 'Detection as code',
        description:
          'Regole Sigma in un repository, revisione tra pari, test unitari su eventi registrati, distribuzione automatica e una mappa di copertura generata dalle regole in funzione.',
      },
      {
        title: 'Threat intelligence',
        description:
          'Fonti scelte per il Suo settore, indicatori con una data di scadenza, e valutazioni scritte che dicono al centro operativo che cosa cercare questo mese.',
      },
      {
        title: 'Sicurezza OT',
        description:
          'Sorveglianza passiva delle reti industriali, zone e conduit secondo IEC 62443, e procedure di risposta concordate con chi gestisce l’impianto, per il quale sicurezza delle persone e disponibilità vengono prima di tutto.',
      },
    ],
  },
  lists: {
    heading: 'Le piattaforme con cui lavoriamo',
    intro:
      'Non vendiamo licenze. La scelta dipende dal Suo ambiente, dai Suoi contratti e dalle competenze del Suo team.',
    groups: [
      {
        title: 'SIEM',
        items: [
          'Microsoft Sentinel',
          'Splunk Enterprise Security',
          'Elastic Security',
          'Google Security Operations',
        ],
      },
      {
        title: 'EDR e XDR',
        items: ['Microsoft Defender XDR', 'CrowdStrike Falcon', 'SentinelOne Singularity', 'Cortex XDR'],
      },
      { title: 'Simulazione', items: ['Atomic Red Team', 'MITRE Caldera', 'AttackIQ', 'SafeBreach'] },
      {
        title: 'Sorveglianza OT',
        items: ['Microsoft Defender for IoT', 'Nozomi Networks', 'Claroty', 'Dragos'],
      },
    ],
  },
  approach: {
    heading: 'Come si svolge un mandato',
    items: [
      {
        title: 'Misurare',
        description:
          'In due settimane esaminiamo le configurazioni, eseguiamo tecniche di attacco e parliamo con gli analisti. Il risultato è una mappa della Sua copertura attuale.',
      },
      {
        title: 'Progettare',
        description:
          'Concordiamo scenari di minaccia, fonti di dati, gradi di gravità, responsabili degli allarmi e tempi di reazione.',
      },
      {
        title: 'Costruire e provare',
        description:
          'I rilevamenti entrano in funzione a piccoli lotti. Una regola che non supera il proprio test non viene distribuita.',
      },
      {
        title: 'Consegnare',
        description:
          'I Suoi analisti scrivono l’ultimo lotto e noi lo rivediamo. Procedure e repository restano a Lei.',
      },
    ],
  },
  results: {
    heading: 'Che cosa riceve',
    items: [
      'Una mappa di copertura MITRE ATT&CK, con le lacune che accetta',
      'Un repository di rilevamenti con test e pipeline di distribuzione',
      'Procedure di risposta, provate almeno una volta',
      'Un piano di collegamento dei dati con il costo di ogni fonte',
    ],
  },
  closing: {
    heading: 'Quale attacco teme di più?',
    text: 'Indichi uno scenario. Già nel primo colloquio di solito sappiamo dire quali tracce lascerebbe nel Suo ambiente e se qualcuno le vedrebbe.',
    cta: { label: 'Parliamo di rilevamento e risposta', href: paths.contact },
    inquiry: { reason: 'threat-detection-response' },
  },
}
