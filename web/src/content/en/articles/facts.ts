import type { Article } from '../../types'
import { paths } from '../paths'

/** Above the heading of the articles about this site. */
export const aboutSite = 'How this site works'

/** What a list of articles and the article itself say. */
export const facts = {
  takeover: {
    path: paths.takeoverArticle,
    category: 'Incident Response',
    published: '2026-11-28',
    author: 'ladina',
  },
  detectionRule: {
    path: paths.detectionRuleArticle,
    category: 'Detection Engineering',
    published: '2026-11-28',
    author: 'flurin',
  },
  accessLog: {
    path: paths.accessLogArticle,
    category: 'Data Protection',
    published: '2026-11-28',
    author: 'dario',
  },
  deletion: {
    path: paths.deletionArticle,
    category: 'Data Protection',
    published: '2026-11-23',
  },
  botCheck: {
    path: paths.botCheckArticle,
    category: 'Web Security',
    published: '2026-11-23',
  },
  mailOutage: {
    path: paths.mailOutageArticle,
    category: 'Reliability',
    published: '2026-11-23',
  },
} as const satisfies Record<string, Pick<Article, 'path' | 'category' | 'published' | 'author'>>
