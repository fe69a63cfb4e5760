import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const purpleTeamOperations: Program = {
  path: paths.purpleTeamOperations,
  title: `Programma operazioni purple team | ${site.name}`,
  description:
    'Da due a quattro consulenti guidano red e blue team per 2-4 mesi, in cicli di cinque passi, dalla pianificazione ai rilevamenti convalidati.',
  hero: {
    eyebrow: 'Programma',
    heading: 'Operazioni purple team',
    lead: 'Un penetration test mostra come entra un aggressore. Un purple team mostra a quali passi avrebbe potuto rilevare l’attacco, e aggiunge i rilevamenti mancanti.',
  },
  badges: [consultantsBadge(programConstants.purpleTeamOperations.consultants)],
  timeline: programConstants.purpleTeamOperations.timeline,
  timelineLabel: 'Durata',
  back: { label: 'Tutti i programmi', href: paths.programs },
  overview: {
    heading: 'Panoramica',
    paragraphs: [
      'I nostri operatori eseguono apertamente le tecniche degli avversari che La riguardano, sotto gli occhi dei Suoi difensori. Quando una tecnica passa inosservata, le due parti esaminano i fatti: mancava un dato, una regola, un allarme o una reazione? Ogni causa ha un rimedio diverso, che applichiamo nello stesso ciclo.',
      'Il programma si svolge in produzione, perché in laboratorio i rilevamenti si comportano diversamente. Prima del primo comando concordiamo regole di sicurezza, un segnale di arresto e una persona che può fermare l’esercitazione in ogni momento.',
    ],
  },
  deliverables: {
    heading: 'Risultati',
    groups: [
      {
        items: [
          {
            title: 'Profilo dell’avversario e piano',
            description:
              'Attori scelti per il Suo settore, le loro tecniche ATT&CK e un piano di emulazione approvato dalla Sua direzione.',
          },
          {
            title: 'Registro di esecuzione',
            description:
              'Ogni azione con ora, origine, bersaglio e comando, abbastanza dettagliata perché i difensori la trovino e gli auditor la seguano.',
          },
          {
            title: 'Matrice di rilevamento',
            description:
              'Una pagina che mostra se ogni tecnica è stata registrata, rilevata, segnalata o affrontata, prima e dopo ogni ciclo.',
          },
          {
            title: 'Rilevamenti nuovi e corretti',
            description:
              'Regole scritte durante l’esercitazione, provate sull’attività registrata e integrate nel Suo repository.',
          },
          {
            title: 'Casi di prova ripetibili',
            description:
              'Le tecniche diventano test automatici: una modifica che rompe un rilevamento si nota entro un giorno.',
          },
          {
            title: 'Difensori formati',
            description:
              'Analisti che hanno visto avvenire ogni attacco e sanno che aspetto hanno i primi dieci minuti nei Suoi log.',
          },
        ],
      },
    ],
  },
  lifecycle: {
    heading: 'Il ciclo in cinque passi',
    intro: 'Un ciclo dura da due a tre settimane. L’ultimo passo fissa l’ambito del ciclo seguente.',
    items: [
      {
        title: 'Pianificazione e ambito',
        description: 'Obiettivi, avversario, sistemi, regole d’ingaggio e ipotesi da verificare.',
      },
      {
        title: 'Esecuzione del red team',
        description: 'Gli operatori annunciano, cronometrano e registrano ogni tecnica mentre la eseguono.',
      },
      {
        title: 'Analisi del blue team',
        description:
          'I difensori rintracciano ogni azione nei loro dati e spiegano perché è stata rilevata o no.',
      },
      {
        title: 'Ingegneria del rilevamento',
        description:
          'Il team raccoglie i dati mancanti, scrive regole, elimina il rumore e corregge le procedure.',
      },
      {
        title: 'Convalida e misure',
        description:
          'Ogni tecnica viene rieseguita, e copertura e tempi di reazione si confrontano con la prima volta.',
      },
    ],
  },
  team: programTeam(
    'Due persone guidano ogni ciclo, una per parte; altre due si aggiungono per il profilo dell’avversario e i casi di prova.',
    {
      jonas: 'Responsabile del programma, esecuzione del red team',
      flurin: 'Analisi e ingegneria del rilevamento',
    },
    {
      noemie: 'Profilo dell’avversario e threat intelligence',
      selma: 'Casi di prova ripetibili e automatici',
    },
  ),
  idealFor: {
    heading: 'Adatto a',
    items: [
      'Centri operativi a cui serve una prova di ciò che rilevano',
      'Istituti finanziari che preparano test guidati dalla minaccia come TIBER-EU',
      'Team con un rapporto di red team e senza tempo per darvi seguito',
      'Fornitori che devono mostrare ai clienti che il servizio funziona',
    ],
  },
  closing: {
    heading: 'Scegliere un avversario',
    text: 'Ci dica chi, secondo Lei, La attaccherebbe e come. Nel primo colloquio delineeremo il primo ciclo.',
    cta: { label: 'Parliamo di un purple team', href: paths.contact },
    inquiry: { program: 'purple-team-operations', reason: 'threat-detection-response' },
  },
}
