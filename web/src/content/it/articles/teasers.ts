import type { ArticleTeaser } from '../../types'
import { facts } from './facts'

/** What the list of articles shows; the browser loads a text with its page. */
export const teasers = {
  takeover: {
    ...facts.takeover,
    title: 'Un account Microsoft 365 violato, nei log',
    excerpt:
      'Una sessione rubata non lascia accessi falliti. Quali campi di Entra e dell’Unified Audit Log mostrano i tre giorni seguenti, e quale log scade per primo.',
  },
  detectionRule: {
    ...facts.detectionRule,
    title: 'Una regola di rilevamento, dall’idea al test',
    excerpt:
      'Regole di posta in arrivo che nascondono i messaggi sui pagamenti: l’osservazione, la regola Sigma completa, quattro eventi di test e l’elenco di ciò che la regola non vede.',
  },
  accessLog: {
    ...facts.accessLog,
    title: 'Che cosa esige la nLPD dai log',
    excerpt:
      'Chi deve registrare gli accessi ai dati personali, che cosa contiene una voce e perché i tempi di Microsoft 365 sono troppo brevi: l’art. 4 OPDa, letto da tecnici.',
  },
  deletion: {
    ...facts.deletion,
    title: 'Una cancellazione dimostrabile',
    excerpt:
      'Come il nostro modulo cancella le richieste dopo due anni: una colonna di scadenza nella banca dati, una pulizia ogni minuto e un registro come prova.',
  },
  botCheck: {
    ...facts.botCheck,
    title: 'Una verifica anti-bot senza terzi',
    excerpt:
      'Nessun cookie, nessun rompicapo con immagini, nessuna richiesta ad altre aziende: come il nostro modulo si difende dai bot con una proof of work, quanto costa ai visitatori e dove sono i limiti.',
  },
  mailOutage: {
    ...facts.mailOutage,
    title: 'Quando il server di posta è fermo',
    excerpt:
      'Il nostro modulo salva prima ogni richiesta e ne tenta la consegna per giorni. In una prova che ha interrotto i suoi processi 48 volte, nessuna richiesta è andata persa e nessuna notifica è arrivata due volte.',
  },
} as const satisfies Record<string, ArticleTeaser>
