import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const siemThreatHunting: Program = {
  path: paths.siemThreatHunting,
  title: `Programma SIEM e threat hunting | ${site.name}`,
  description:
    'Da uno a cinque consulenti, da due a quattro mesi: un SIEM come codice, un programma di threat hunting, dashboard e l’aiuto della GenAI.',
  hero: {
    eyebrow: 'Programma',
    heading: 'SIEM e threat hunting',
    lead: 'Un SIEM rileva gli attacchi per cui Lei ha scritto regole. Il threat hunting cerca gli altri e trasforma ogni scoperta in una nuova regola.',
  },
  badges: [consultantsBadge(programConstants.siemThreatHunting.consultants)],
  timeline: programConstants.siemThreatHunting.timeline,
  timelineLabel: 'Durata',
  back: { label: 'Tutti i programmi', href: paths.programs },
  overview: {
    heading: 'Panoramica',
    paragraphs: [
      'Il programma fornisce una piattaforma funzionante, nuova o rinnovata, e le routine che la mantengono utile. Partiamo dalle domande a cui la piattaforma deve rispondere. Poiché l’acquisizione costa, le fonti che non aiutano a rispondere vengono escluse o inviate a un archivio più economico.',
      'Dal secondo mese gli analisti cercano in sessioni pianificate, guidate prima dai nostri consulenti e poi dal Suo team. Ogni ricerca parte da un’ipotesi e finisce con un risultato scritto: un nuovo rilevamento, una lacuna nei dati o la conferma che non si è trovato nulla.',
    ],
  },
  deliverables: {
    heading: 'Cinque risultati',
    groups: [
      {
        items: [
          {
            title: 'Introduzione della piattaforma SIEM',
            description:
              'Architettura, collegamento dei dati con uno schema comune, modello di accesso, livelli di conservazione e controllo dei costi, su Microsoft Sentinel, Splunk, Elastic o la Sua piattaforma attuale.',
          },
          {
            title: 'Framework detection as code',
            description:
              'Repository, regole di revisione, test su dati registrati, pipeline di distribuzione e conversione da Sigma al linguaggio di query della Sua piattaforma.',
          },
          {
            title: 'Programma di threat hunting',
            description:
              'Un backlog di ipotesi tratte dal Suo modello di minacce, un metodo, notebook, un calendario e le prime ricerche svolte con i Suoi analisti.',
          },
          {
            title: 'L’aiuto della GenAI agli analisti',
            description:
              'Modelli linguistici che riassumono incidenti, abbozzano query e spiegano script, entro limiti: i risultati vengono riletti, i prompt registrati, e nessun dato dei clienti lascia la regione concordata.',
          },
          {
            title: 'Dashboard e rapporti su misura',
            description:
              'Viste separate per gli analisti di turno, il capoteam e la direzione. Ogni cifra rimanda agli eventi da cui deriva.',
          },
        ],
      },
    ],
  },
  team: programTeam(
    'Una persona guida il programma; se ne aggiungono fino a quattro, a seconda dei risultati che Le servono.',
    { flurin: 'Responsabile del programma, piattaforma e detection as code' },
    {
      noemie: 'Collegamento dei dati, schema e dashboard',
      jonas: 'Ipotesi e ricerche',
      selma: 'Repository, test e pipeline di distribuzione',
      dario: 'Limiti per i modelli linguistici, protezione dei dati',
    },
  ),
  idealFor: {
    heading: 'Adatto a',
    items: [
      'Team operativi con più allarmi di quanti ne possano gestire',
      'Aziende che sostituiscono un SIEM datato o rinnovano un contratto',
      'Aziende vigilate che devono rilevare e segnalare incidenti in poche ore',
      'Fornitori che vogliono una sola base di regole per molti clienti',
    ],
  },
  closing: {
    heading: 'Che cosa cercherebbe per primo?',
    text: 'Porti un’ipotesi, o le statistiche degli allarmi dell’ultimo trimestre. L’una o l’altra basta per una prima ora utile.',
    cta: { label: 'Parliamo di questo programma', href: paths.contact },
    inquiry: { program: 'siem-threat-hunting', reason: 'threat-detection-response' },
  },
}
