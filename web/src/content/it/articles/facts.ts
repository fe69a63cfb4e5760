import type { Article } from '../../types'
import { paths } from '../paths'

/** Above the heading of the articles about this site. */
export const aboutSite = 'Come funziona questo sito'

/** What a list of articles and the article itself say. */
export const facts = {
  takeover: {
    path: paths.takeoverArticle,
    category: 'Risposta agli incidenti',
    published: '2026-11-28',
    author: 'ladina',
  },
  detectionRule: {
    path: paths.detectionRuleArticle,
    category: 'Rilevamento degli attacchi',
    published: '2026-11-28',
    author: 'flurin',
  },
  accessLog: {
    path: paths.accessLogArticle,
    category: 'Protezione dei dati',
    published: '2026-11-28',
    author: 'dario',
  },
  deletion: {
    path: paths.deletionArticle,
    category: 'Protezione dei dati',
    published: '2026-11-23',
  },
  botCheck: {
    path: paths.botCheckArticle,
    category: 'Sicurezza web',
    published: '2026-11-23',
  },
  mailOutage: {
    path: paths.mailOutageArticle,
    category: 'Affidabilità',
    published: '2026-11-23',
  },
} as const satisfies Record<string, Pick<Article, 'path' | 'category' | 'published' | 'author'>>
