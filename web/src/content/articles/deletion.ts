import { site } from '../site'
import type { Article } from '../types'
import { teasers } from './teasers'

const teaser = teasers.deletion

export const deletionArticle: Article = {
  path: teaser.path,
  category: teaser.category,
  published: teaser.published,
  title: `How we delete inquiries after two years | ${site.name}`,
  description:
    'How our contact form deletes inquiries two years after the last contact, why DELETE is not enough, and what an auditor can check without access.',
  hero: {
    eyebrow: teaser.category,
    heading: 'How deletion after two years works, and how we prove it',
    lead: 'Our privacy policy says that an inquiry is deleted two years after the last contact. Here is what makes that sentence true, and what an auditor can check without trusting us.',
  },
  back: { label: 'All articles', href: '/blog' },
  sections: [
    {
      id: 'period',
      heading: 'The period is in the database',
      blocks: [
        'Most retention rules live in a scheduled job: a script runs at night and deletes what is old enough. If the job stops, the data stays, and nobody notices.',
        'In our database the expiry is a generated column. Postgres derives it from the last contact, and no role can write it: not the website, not the compliance officer. From that moment, row security hides the inquiry from the website and from the program that sends mail. A stopped job can delay the deletion. It cannot keep the data readable.',
      ],
    },
    {
      id: 'purge',
      heading: 'The purge runs every minute',
      blocks: [
        'Each batch deletes up to 2,000 inquiries and writes its ledger entry in the same transaction. The purge can therefore be killed at any point: what the ledger records is gone, and the rest is still stored and hidden.',
        'In a database that holds a million inquiries, deleting 100,000 of them took 8.3 seconds in our last benchmark, including the rewrite. Meanwhile the form kept answering: the 99th percentile of its response time rose from 4.7 to 7.3 milliseconds.',
      ],
    },
    {
      id: 'bytes',
      heading: 'DELETE leaves the bytes behind',
      blocks: [
        'A deleted row disappears from queries, not from the disk. Postgres marks it as dead, and its bytes remain in the file until something overwrites them. Anyone with the file can still read a name.',
        'So the purge is followed by a rewrite of every table from which rows were deleted. Names, addresses and messages are in one table, split by quarter: an old quarter can be rewritten while new inquiries arrive in the current one. Statistics are switched off for these columns, because the planner would otherwise keep samples of the values.',
      ],
    },
    {
      id: 'evidence',
      heading: 'Evidence without personal data',
      blocks: [
        'Every purge, erasure, export and legal hold appends one entry to a ledger: numbers, times and random identifiers, never a name. Each entry contains the SHA-256 of the one before it. Changing, adding or removing an entry breaks the chain, and one command shows where.',
        'A chain alone does not reveal that its end was cut off, so the monthly report mails the number and hash of the newest entry to the compliance officer. An auditor then needs three things, none of which is access to our database:',
        [
          'the exported ledger,',
          'the mails of the past months,',
          'one command that compares them, offline. For 100,000 entries it takes less than two seconds.',
        ],
      ],
    },
    {
      id: 'limits',
      heading: 'What this does not prove',
      blocks: [
        'A person who controls the database server can delete inquiries without an entry, or stop the purge. But no entry can be changed unnoticed once the report with its hash has been mailed. Backups keep what they contain for up to 35 days, and a restored database stays closed until the ledger has been replayed, so that a person who was erased does not come back. Emails in our consultants’ mailboxes are outside the software: a company rule covers them.',
      ],
    },
  ],
  closing: {
    heading: 'Can you prove that you delete?',
    text: 'Send us the retention sentence from your own policy. We will tell you which of your systems has to enforce it.',
    cta: { label: 'Ask about retention', href: '/contact' },
    inquiry: { reason: 'security-assessment' },
  },
}
