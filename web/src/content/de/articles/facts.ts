import type { Article } from '../../types'
import { paths } from '../paths'

/** Above the heading of the articles about this site. */
export const aboutSite = 'So funktioniert diese Website'

/** What a list of articles and the article itself say. */
export const facts = {
  takeover: {
    path: paths.takeoverArticle,
    category: 'Vorfallbewältigung',
    published: '2026-11-28',
    author: 'ladina',
  },
  detectionRule: {
    path: paths.detectionRuleArticle,
    category: 'Angriffserkennung',
    published: '2026-11-28',
    author: 'flurin',
  },
  accessLog: {
    path: paths.accessLogArticle,
    category: 'Datenschutz',
    published: '2026-11-28',
    author: 'dario',
  },
  deletion: {
    path: paths.deletionArticle,
    category: 'Datenschutz',
    published: '2026-11-23',
  },
  botCheck: {
    path: paths.botCheckArticle,
    category: 'Web-Sicherheit',
    published: '2026-11-23',
  },
  mailOutage: {
    path: paths.mailOutageArticle,
    category: 'Zuverlässigkeit',
    published: '2026-11-23',
  },
} as const satisfies Record<string, Pick<Article, 'path' | 'category' | 'published' | 'author'>>
