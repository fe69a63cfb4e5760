import { backupDays, dataSubjectAnswerDays, minimumAge } from '../constants'
import type { LegalPage } from '../types'
import { collected } from './contact'
import { retentionPeriods } from './figures'
import { privacyClosing } from './legal-closing'
import { paths } from './paths'
import { networks, site } from './site'

export const privacyPolicy: LegalPage & { readonly lastUpdatedLabel: string } = {
  path: paths.privacyPolicy,
  title: `Privacy policy | ${site.name}`,
  description: `What personal data ${site.name} collects through this website, why, on which legal basis, who receives it, how long it is kept and how to have it deleted.`,
  hero: {
    eyebrow: 'Legal',
    heading: 'Privacy Policy',
    lead: 'In short: we keep what you write to us, use it to answer you, store it in Switzerland, and delete it two years after our last contact. You can ask for a copy, a correction or deletion at any time.',
  },
  lastUpdatedLabel: 'Last updated',
  back: { label: '← Back to Contact Page', href: paths.contact },
  sections: [
    {
      id: 'introduction',
      heading: 'Introduction',
      blocks: [
        `This policy explains how ${site.legalName} handles personal data on ${site.domain} and in inquiries. It follows the revised Swiss Federal Act on Data Protection (revFADP) and, where they apply to you, the EU General Data Protection Regulation (GDPR) and the California Consumer Privacy Act (CCPA).`,
      ],
    },
    {
      id: 'data-controller',
      heading: 'Data controller',
      blocks: [
        `The controller is ${site.legalName}, ${site.postalAddress}. Please send questions about data protection to ${site.privacyEmail}.`,
      ],
    },
    {
      id: 'information-collected',
      heading: 'Information collected',
      blocks: [
        'You can read this website without telling us who you are. It sets no cookies, contains no advertising and runs no analytics. If you close the line that offers another language, your browser remembers that, and nothing is sent to us. When you send an inquiry, we collect:',
        [
          ...new Set(Object.values(collected)),
          'the language of the page, or of the email, by which you write to us',
          'the emails that you send us about your inquiry',
          'the time of your inquiry and a digest of the texts you agreed to, as evidence of your consent',
        ],
        'Your IP address is processed while a request is answered, to limit abuse. It is not stored with your inquiry, with one exception: if the bot check cannot reach a verdict, the network the inquiry came from is kept for up to two hours to count such inquiries. Our application logs contain no names, addresses or messages.',
      ],
    },
    {
      id: 'use-of-data',
      heading: 'Use of data',
      blocks: [
        'We use your details for these purposes only:',
        [
          'to route your inquiry to the consultant concerned and to answer it',
          'to confirm its receipt to you by an automatic email',
          'to prepare a contract, if you ask for a proposal',
          'to protect the form against automated and repeated submissions',
        ],
        'We do not profile you or make purely automated decisions about you.',
      ],
    },
    {
      id: 'legal-basis',
      heading: 'Legal basis',
      blocks: [
        'Under the GDPR we rely on your consent (Article 6(1)(a)), on steps taken at your request before a contract (6(1)(b)), on legal obligations such as the retention of business records (6(1)(c)), and on our legitimate interest in a secure website (6(1)(f)). Under the revFADP we process data in line with the principles of Articles 6 and 8. You may withdraw consent at any time; earlier processing remains lawful.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Sharing',
      blocks: [
        'We do not sell personal data, and we do not share it for advertising. It is seen by the consultants who handle your inquiry and by the Swiss providers who host our servers and mail under a processing agreement. Authorities receive data only where the law requires it.',
        'By default, the bot check is a calculation that our own server sets and your browser performs; no third party is involved. If the contact page shows the Cloudflare Turnstile widget instead, Cloudflare receives your IP address and technical details of your browser for that check.',
      ],
    },
    {
      id: 'international-transfers',
      heading: 'International transfers',
      blocks: [
        'Inquiries are stored in a PostgreSQL database in Switzerland, and we do not transfer them abroad. Where Turnstile is used, the data named above may reach the United States; the transfer then rests on the Swiss-U.S. and EU-U.S. Data Privacy Frameworks or on standard contractual clauses. An email to you travels to wherever your provider keeps your mailbox.',
      ],
    },
    {
      id: 'retention',
      heading: 'Retention',
      blocks: [
        'We keep personal data for the following periods:',
        [
          `Contact inquiries: ${retentionPeriods.inquiries}.`,
          `Client records: ${retentionPeriods.clientRecords}.`,
          `Marketing data: ${retentionPeriods.marketing}.`,
          `Website analytics: ${retentionPeriods.analytics}. None is collected at present.`,
        ],
        `The database itself enforces the period for inquiries: once it is over, our application can no longer read the record, and an automatic process deletes it with everything derived from it. The same period applies to emails about the inquiry in our mailboxes. If an email of ours to you is reported as spam, a digest of your address is kept for two years, also after an erasure, so that you get no further automatic email. Backups are kept for ${backupDays} days. Only a legal hold, recorded with its reason and end date, can delay the deletion.`,
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      blocks: [
        'Depending on the law that applies to you, you have the right to:',
        [
          'know what data we hold about you, and receive a copy',
          'have it corrected or deleted',
          'restrict or object to its processing',
          'receive it in a common electronic format',
          'withdraw consent without giving reasons',
          'exercise these rights without disadvantage',
        ],
        `Write to ${site.privacyEmail}. We answer within ${dataSubjectAnswerDays} days, free of charge. To protect you, we may ask you to confirm that the email address is yours.`,
      ],
    },
    {
      id: 'security',
      heading: 'Security',
      blocks: [
        'Connections to this website are encrypted. A strict content security policy limits what a page may load. Every database role has the least privilege it needs. Error reports contain no personal data. Please do not send passwords, keys or details of vulnerabilities through the form. Ask us for a secure channel first.',
      ],
    },
    {
      id: 'children',
      heading: 'Children',
      blocks: [
        `Our services are not directed at individuals under ${minimumAge}, and we do not knowingly collect their data. If you believe that a child has written to us, tell us, and we will delete the message.`,
      ],
    },
    {
      id: 'third-party-links',
      heading: 'Third-party links',
      blocks: [
        `Links to ${networks.linkedin.label} and ${networks.medium.label} are plain links: nothing is loaded from there until you follow one. From then on, that site’s policy applies.`,
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      blocks: [
        'We update this policy when the website or the law changes. A digest of the version you were shown is kept with your consent.',
        'The policy and the texts of consent exist in several languages. If they differ in meaning, the German version prevails.',
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        `${site.legalName}, ${site.postalAddress}, ${site.privacyEmail}. For anything else, please use the contact page.`,
      ],
    },
    {
      id: 'supervisory-authority',
      heading: 'Supervisory authority',
      blocks: [
        'You may contact the Swiss Federal Data Protection and Information Commissioner (FDPIC), Feldeggweg 1, 3003 Berne. If you live in the European Union or the European Economic Area, you may also complain to the authority of your country of residence. We would be glad to hear from you first.',
      ],
    },
  ],
  closing: privacyClosing,
}
