import type { ArticleTeaser } from '../../types'
import { facts } from './facts'

/** What the list of articles shows; the browser loads a text with its page. */
export const teasers = {
  takeover: {
    ...facts.takeover,
    title: 'A Microsoft 365 takeover in the logs',
    excerpt:
      'A stolen session leaves no failed sign-in. Which fields of the Entra sign-in log and the Unified Audit Log show the three days after it, and which log expires first.',
  },
  detectionRule: {
    ...facts.detectionRule,
    title: 'A detection rule, from idea to test',
    excerpt:
      'Inbox rules that hide mail about payments: the observation, the Sigma rule in full, four test events, and a list of what the rule does not see.',
  },
  accessLog: {
    ...facts.accessLog,
    title: 'What revFADP asks of logs',
    excerpt:
      'Who must log access to personal data, what an entry contains, and why the defaults of Microsoft 365 are too short: article 4 of the ordinance, read for engineers.',
  },
  deletion: {
    ...facts.deletion,
    title: 'Deletion that we can prove',
    excerpt:
      'How our contact form deletes inquiries after two years: an expiry column in the database, a purge every minute, and a ledger as evidence.',
  },
  botCheck: {
    ...facts.botCheck,
    title: 'A bot check without third parties',
    excerpt:
      'No cookie, no picture puzzle, no request to another company: how our contact form uses a proof of work against bots, what it costs visitors, and where its limits are.',
  },
  mailOutage: {
    ...facts.mailOutage,
    title: 'When the mail server is down',
    excerpt:
      'Our form stores each inquiry first and retries its delivery for days. In a test that killed its processes 48 times, no inquiry was lost and no notification arrived twice.',
  },
} as const satisfies Record<string, ArticleTeaser>
