import type { ArticleTeaser } from '../../types'
import { paths } from '../paths'

/** What the list of articles shows; the browser loads a text with its page. */
export const teasers = {
  deletion: {
    path: paths.deletionArticle,
    category: 'Data Protection',
    title: 'Deletion that we can prove',
    excerpt:
      'How our contact form deletes inquiries after two years: an expiry column in the database, a purge every minute, and a ledger as evidence.',
    published: '2026-11-23',
  },
  botCheck: {
    path: paths.botCheckArticle,
    category: 'Web Security',
    title: 'A bot check without third parties',
    excerpt:
      'No cookie, no picture puzzle, no request to another company: how our contact form uses a proof of work against bots, what it costs visitors, and where its limits are.',
    published: '2026-11-23',
  },
  mailOutage: {
    path: paths.mailOutageArticle,
    category: 'Reliability',
    title: 'When the mail server is down',
    excerpt:
      'Our form stores each inquiry first and retries its delivery for days. In a test that killed its processes 48 times, no inquiry was lost and no notification arrived twice.',
    published: '2026-11-23',
  },
} as const satisfies Record<string, ArticleTeaser>
