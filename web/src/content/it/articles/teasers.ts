import type { ArticleTeaser } from '../../types'
import { paths } from '../paths'

/** What the list of articles shows; the browser loads a text with its page. */
export const teasers = {
  deletion: {
    path: paths.deletionArticle,
    category: 'Protezione dei dati',
    title: 'Una cancellazione dimostrabile',
    excerpt:
      'Come il nostro modulo cancella le richieste dopo due anni: una colonna di scadenza nella banca dati, una pulizia ogni minuto e un registro come prova.',
    published: '2026-11-23',
  },
  botCheck: {
    path: paths.botCheckArticle,
    category: 'Sicurezza web',
    title: 'Una verifica anti-bot senza terzi',
    excerpt:
      'Nessun cookie, nessun rompicapo con immagini, nessuna richiesta ad altre aziende: come il nostro modulo si difende dai bot con una proof of work, quanto costa ai visitatori e dove sono i limiti.',
    published: '2026-11-23',
  },
  mailOutage: {
    path: paths.mailOutageArticle,
    category: 'Affidabilità',
    title: 'Quando il server di posta è fermo',
    excerpt:
      'Il nostro modulo salva prima ogni richiesta e ne tenta la consegna per giorni. In una prova che ha interrotto i suoi processi 48 volte, nessuna richiesta è andata persa e nessuna notifica è arrivata due volte.',
    published: '2026-11-23',
  },
} as const satisfies Record<string, ArticleTeaser>
