import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const edrImplementation: Program = {
  path: paths.edrImplementation,
  title: `Programma introduzione EDR/XDR | ${site.name}`,
  description:
    'Da uno a tre consulenti portano EDR o XDR su ogni endpoint in 1-3 mesi: pilota, distribuzione a tappe, messa a punto, procedure e consegna.',
  hero: {
    eyebrow: 'Programma',
    heading: 'Introduzione EDR/XDR',
    lead: 'Un sensore La protegge solo se è installato ovunque, impostato per bloccare gli attacchi e sorvegliato. Questo programma copre tutti e tre i punti.',
  },
  badges: [consultantsBadge(programConstants.edrImplementation.consultants)],
  timeline: programConstants.edrImplementation.timeline,
  timelineLabel: 'Durata',
  back: { label: 'Tutti i programmi', href: paths.programs },
  overview: {
    heading: 'Panoramica',
    paragraphs: [
      'I progetti si arenano sempre per gli stessi motivi: server che nessuno osa toccare, una vecchia applicazione in conflitto con il sensore, regole rimaste in audit dopo il pilota, una coda di allarmi senza responsabile. Ci pensiamo dalla prima settimana. Ogni gruppo di macchine passa dall’osservazione alla prevenzione quando soddisfa criteri concordati in anticipo.',
      'Nella variante XDR aggiungiamo i segnali di identità, posta e cloud, così un solo incidente mostra tutto l’attacco, dal primo messaggio all’ultimo processo. La piattaforma la sceglie Lei, o La aiutiamo a sceglierla con una prova sulle Sue macchine.',
    ],
  },
  deliverables: {
    heading: 'Risultati',
    groups: [
      {
        items: [
          {
            title: 'Piano di copertura e controllo dell’inventario',
            description:
              'Endpoint, server e desktop virtuali confrontati con directory e inventario. Le macchine che non reggono un sensore ricevono una misura compensativa.',
          },
          {
            title: 'Pilota e distribuzione a tappe',
            description:
              'Distribuzione a tappe con il Suo strumento di distribuzione software, un rollback collaudato e una traccia delle modifiche per ogni tappa.',
          },
          {
            title: 'Regole di prevenzione',
            description:
              'Regole per ogni classe di macchine, inasprite passo dopo passo, e un elenco di esclusioni in cui ogni voce ha un motivo e una data di revisione.',
          },
          {
            title: 'Rilevamenti su misura',
            description:
              'Regole comportamentali per i sistemi critici e gli strumenti di amministrazione, ognuna verificata eseguendo la tecnica che deve rilevare.',
          },
          {
            title: 'Procedure di risposta',
            description:
              'Isolamento, raccolta di prove, cambio delle credenziali e ritorno in servizio, concordati con i responsabili dei sistemi e provati con il team di turno.',
          },
          {
            title: 'Consegna e indicatori',
            description:
              'Formazione degli analisti su casi reali, e una dashboard con copertura, stato dei sensori, tempi di presa in carico e di contenimento.',
          },
        ],
      },
    ],
  },
  phases: {
    heading: 'Tre tappe',
    intro: 'Ogni tappa finisce quando il suo criterio è soddisfatto.',
    items: [
      {
        title: 'Preparare',
        duration: 'fino a un pilota senza conflitti',
        description:
          'Inventario, scelta o esame della piattaforma, progetto delle regole, criteri di successo e un gruppo pilota che comprende le macchine difficili.',
      },
      {
        title: 'Distribuire',
        duration: 'fino alla prevenzione su ogni macchina',
        description: 'Distribuzione a ondate, con un esame quotidiano di conflitti e falsi positivi.',
      },
      {
        title: 'Gestire',
        duration: 'fino alla consegna al Suo team',
        description:
          'Il Suo team reagisce a un’intrusione simulata sotto i nostri occhi. Correggiamo ciò che è stato lento, poi consegniamo.',
      },
    ],
  },
  team: programTeam(
    'Una persona guida il programma; altre due si aggiungono per i segnali oltre gli endpoint e per la prova finale.',
    { flurin: 'Responsabile del programma, regole e rilevamenti' },
    { aurelio: 'Segnali di identità, posta e cloud', jonas: 'Tecniche di attacco e intrusione simulata' },
  ),
  idealFor: {
    heading: 'Adatto a',
    items: [
      'Organizzazioni che sostituiscono un antivirus a firme',
      'Team che hanno distribuito solo una parte dei sensori che pagano',
      'Aziende a cui l’assicuratore o l’auditor chiede una prova di copertura',
      'Gruppi che devono portare società acquisite a uno standard comune',
    ],
  },
  closing: {
    heading: 'Quanti dei Suoi endpoint rispondono oggi?',
    text: 'Se non lo sa, scoprirlo è il primo passo di questo programma. Nel primo colloquio delineiamo ambito, team e costo indicativo.',
    cta: { label: 'Parliamo dell’introduzione EDR', href: paths.contact },
    inquiry: { program: 'edr-implementation', reason: 'threat-detection-response' },
  },
}
