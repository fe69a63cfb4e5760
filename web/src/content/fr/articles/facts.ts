import type { Article } from '../../types'
import { paths } from '../paths'

/** Above the heading of the articles about this site. */
export const aboutSite = 'Comment fonctionne ce site'

/** What a list of articles and the article itself say. */
export const facts = {
  takeover: {
    path: paths.takeoverArticle,
    category: 'Réponse aux incidents',
    published: '2026-11-28',
    author: 'ladina',
  },
  detectionRule: {
    path: paths.detectionRuleArticle,
    category: 'Détection des attaques',
    published: '2026-11-28',
    author: 'flurin',
  },
  accessLog: {
    path: paths.accessLogArticle,
    category: 'Protection des données',
    published: '2026-11-28',
    author: 'dario',
  },
  deletion: {
    path: paths.deletionArticle,
    category: 'Protection des données',
    published: '2026-11-23',
  },
  botCheck: {
    path: paths.botCheckArticle,
    category: 'Sécurité web',
    published: '2026-11-23',
  },
  mailOutage: {
    path: paths.mailOutageArticle,
    category: 'Fiabilité',
    published: '2026-11-23',
  },
} as const satisfies Record<string, Pick<Article, 'path' | 'category' | 'published' | 'author'>>
