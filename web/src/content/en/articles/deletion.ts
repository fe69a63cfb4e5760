import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.deletion

export const deletionArticle: Article = {
  ...fact,
  title: `How we delete inquiries after two years | ${site.name}`,
  description:
    'How our contact form deletes inquiries two years after the last contact, why DELETE is not enough, and what an auditor can check without access.',
  hero: {
    eyebrow: aboutSite,
    heading: 'How deletion after two years works, and how we prove it',
    lead: 'Our privacy policy says that an inquiry is deleted two years after the last contact. This article explains how the deletion works and what an auditor can check without trusting us.',
  },
  back: { label: 'All articles', href: paths.blog },
  sections: [
    {
      id: 'period',
      heading: 'The database enforces the period',
      blocks: [
        'Most retention rules are implemented as a scheduled job: a script runs at night and deletes old records. If the job stops, the data stays, and nobody notices.',
        'In our database, the expiry is a generated column. Postgres computes it from the time of the last contact, and no role can write to it, neither the website’s nor the compliance officer’s. When an inquiry has expired, row security hides it from the website and from the program that sends email. A stopped job can delay the deletion, but it cannot keep the data readable.',
      ],
    },
    {
      id: 'purge',
      heading: 'The purge runs every minute',
      blocks: [
        'Each batch deletes up to 2,000 inquiries and writes its ledger entry in the same transaction. The purge can therefore be killed at any point. Every inquiry that the ledger records as deleted has been removed from the table, and the others are still stored but hidden.',
        'In our last benchmark, deleting 100,000 of a million inquiries took 8.3 seconds, including the rewrite described below. The form kept responding during that time: the 99th percentile of its response time rose from 4.7 to 7.3 milliseconds.',
      ],
    },
    {
      id: 'bytes',
      heading: 'DELETE leaves the bytes behind',
      blocks: [
        'DELETE removes a row from query results, but not from the disk. Postgres marks the row as dead, and its bytes remain in the file until something overwrites them. Anyone who has the file can still read the names in it.',
        'After the purge, we therefore rewrite every table from which rows were deleted. Names, addresses and messages are in one table that is partitioned by quarter, so an old quarter can be rewritten while new inquiries arrive in the current one. Statistics are switched off for these columns, because the planner would otherwise keep samples of the values.',
      ],
    },
    {
      id: 'evidence',
      heading: 'Evidence without personal data',
      blocks: [
        'Every purge, erasure, export and legal hold appends one entry to a ledger. An entry contains numbers, times and random identifiers, but no names. It also contains the SHA-256 hash of the previous entry. Changing, inserting or removing an entry breaks the chain, and one command shows where.',
        'The chain alone does not show whether the newest entries have been cut off. Every month, a report therefore sends the number and hash of the newest entry to the compliance officer by email. An auditor needs no access to our database, only three things:',
        [
          'the exported ledger,',
          'the report emails of the past months,',
          'one command that compares them offline and takes less than two seconds for 100,000 entries.',
        ],
      ],
    },
    {
      id: 'limits',
      heading: 'What this does not prove',
      blocks: [
        'Someone who controls the database server can delete inquiries without an entry, or stop the purge. However, no entry can be changed unnoticed once the report with its hash has been emailed. Backups are kept for up to 35 days. A restored database stays closed until the ledger has been replayed, so erased data does not come back. The software does not control the emails in our consultants’ mailboxes; a company rule covers them.',
      ],
    },
  ],
  closing: {
    heading: 'Can you prove your own deletions?',
    text: 'Send us the retention clause of your privacy policy. We will tell you which of your systems have to enforce it.',
    cta: { label: 'Ask about retention', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
