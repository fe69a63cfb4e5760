import { events, provocation, sigmaRule } from '../../listings/inbox-rule'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.detectionRule

export const detectionRuleArticle: Article = {
  ...fact,
  title: `A detection rule, from idea to test | ${site.name}`,
  description:
    'From an observation to a Sigma rule with tests: how we write a detection for inbox rules that hide mail about payments, and what it misses.',
  hero: {
    eyebrow: fact.category,
    heading: 'A detection rule, from idea to test',
    lead: 'A rule is code: it has a purpose, a test and known gaps. We build one for Microsoft 365, and you may use it.',
  },
  back: { label: 'All articles', href: paths.blog },
  sections: [
    {
      id: 'idea',
      heading: 'The idea: answers must not be seen',
      blocks: [
        'Whoever sends false payment details from a stolen mailbox has a problem: the answers go to its owner. So the attacker creates an inbox rule that deletes them or moves them to a folder that nobody opens. MITRE ATT&CK lists this as T1564.008, Email Hiding Rules.',
        'Creating a rule is normal. Hiding mail about payments is not. The detection therefore needs three conditions at once: a rule is created or changed, it hides messages, and it selects words about money.',
      ],
    },
    {
      id: 'rule',
      heading: 'The rule',
      blocks: [
        { caption: 'Sigma', listing: sigmaRule },
        'Two details are Swiss. Outlook names its folders in the language of the mailbox, and invoices come in at least four languages. A rule with English words alone would see a part of the company.',
        'In the Unified Audit Log, Parameters is a list of names and values. Most SIEM systems store it as one text, and some of them insert blanks and line breaks. The rule therefore matches names and values separately, never the JSON between them.',
      ],
    },
    {
      id: 'tests',
      heading: 'The tests: two that match, two that do not',
      blocks: [
        'The tests belong in the same repository. The third event is the one that matters: a person who files invoices in a visible folder must not cause an alert.',
        { caption: 'Events and expected results', listing: events },
        'We then cause the event in a mailbox made for testing, and wait for the alert. Only that shows that the log arrives, that the field names are right, and that somebody is notified.',
        { caption: 'Exchange Online PowerShell', listing: provocation },
      ],
    },
    {
      id: 'limits',
      heading: 'What the rule misses',
      blocks: [
        [
          'Rules from classic Outlook for Windows: they are recorded as UpdateInboxRules, with other fields, and need a second rule.',
          'Rules without words, which hide everything: rare, noticed soon, and worth a rule without the third condition.',
          'Words that are not in the list. Review it against the invoices that your company really receives.',
          'DeleteMessage with the value False would match as well.',
        ],
        'The level is high and the status is experimental. It becomes stable after thirty days in your tenant, when each alert has been decided and written down.',
      ],
    },
  ],
  closing: {
    heading: 'Which of your rules has ever been tested?',
    text: 'Send us a list of your detection rules. In the first call we pick one and plan its test.',
    cta: { label: 'Discuss your rules', href: paths.contact },
    inquiry: { reason: 'threat-detection-response' },
  },
}
