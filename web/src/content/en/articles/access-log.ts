import { accessEntry, dailyCheck } from '../../listings/access-log'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.accessLog

export const accessLogArticle: Article = {
  ...fact,
  title: `What revFADP asks of logs | ${site.name}`,
  description:
    'Who must log access to personal data under the revised FADP, what an entry contains, how long it is kept, and who may read it, with the articles.',
  hero: {
    eyebrow: fact.category,
    heading: 'What revFADP asks of your logs',
    lead: 'The Data Protection Act (FADP, SR 235.1) says little about logs. Its ordinance (DPO, SR 235.11) says much, in a single article. This is a reading for engineers, not legal advice.',
  },
  back: { label: 'All articles', href: paths.blog },
  sections: [
    {
      id: 'who',
      heading: 'Who must log',
      blocks: [
        'Article 8 FADP demands security appropriate to the risk. Article 4 DPO makes it concrete. A private controller and its processor must log if they process sensitive personal data on a large scale by automated means, or carry out high-risk profiling, and if preventive measures cannot guarantee data protection. Federal bodies must log sensitive data and any profiling; for the rest, since December 2025, a risk assessment decides.',
        'Six operations count: storing, changing, accessing, disclosing, deleting and destroying. Access alone is what most applications do not log.',
        'Everybody else still needs traceability: article 3, paragraph 3 DPO requires that entries, changes and disclosures can be verified, and that breaches are detected quickly.',
      ],
    },
    {
      id: 'entry',
      heading: 'What an entry contains',
      blocks: [
        'Paragraph 4 names the identity of the person, the nature, date and time of the processing, and where applicable the identity of the recipient. It does not ask for the data.',
        { caption: 'One entry, in JSON', listing: accessEntry },
        'Write an identifier, not a name and not the content of the record. A log that repeats the diagnosis is a second patient file. A shared account, by contrast, makes the entry worthless: it identifies no person.',
      ],
    },
    {
      id: 'keep',
      heading: 'A year, elsewhere, for a few',
      blocks: [
        'Paragraph 5 has three conditions:',
        [
          'Logs are kept for at least one year.',
          'They are kept separately from the system in which the data is processed.',
          'Only those who check data protection or who preserve or restore confidentiality, integrity, availability and traceability have access, and they use the logs for that alone.',
        ],
        'The defaults of common products are shorter: the Unified Audit Log of Microsoft 365 keeps 180 days in its standard edition, Entra ID keeps sign-ins for 30 days. Without an export, you cannot comply.',
        'Two further rules set the other limit. Article 6, paragraph 4 FADP demands that data be destroyed or anonymised when it is no longer needed, so decide on an end. Article 26 of Ordinance 3 to the Labour Act forbids systems that monitor the behaviour of employees: do not make performance reports from logs.',
      ],
    },
    {
      id: 'breach',
      heading: 'After a breach',
      blocks: [
        'Article 24 FADP requires a report to the FDPIC as soon as possible if the risk to those affected is likely to be high. Article 15 DPO asks for the time, the duration, and the categories and approximate number of data and persons, as far as possible. The log answers this, or nobody does. The documentation of the breach is kept for at least two years from the report.',
        'Anyone who wilfully disregards the minimum requirements for data security risks a fine of up to CHF 250,000, in person (article 61 FADP).',
      ],
    },
    {
      id: 'check',
      heading: 'Two questions to ask the log every day',
      blocks: [
        'Does each operation still produce entries, and is the oldest entry old enough? A log that stopped in March is found in March this way, not in an investigation.',
        { caption: 'SQL for Postgres', listing: dailyCheck },
      ],
    },
  ],
  closing: {
    heading: 'Would your logs answer the FDPIC?',
    text: 'Choose one application. We go through its log with you, paragraph by paragraph.',
    cta: { label: 'Have a log checked', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
