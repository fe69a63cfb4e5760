import { site } from '../site'
import type { Article } from '../types'
import { teasers } from './teasers'

const teaser = teasers.mailOutage

export const mailOutageArticle: Article = {
  path: teaser.path,
  category: teaser.category,
  published: teaser.published,
  title: `When the mail server is down | ${site.name}`,
  description:
    'Store first, retry for days, send once: how our contact form treats outages, and how a test that kills processes shows that nothing is lost.',
  hero: {
    eyebrow: teaser.category,
    heading: 'What happens to an inquiry while the mail server is down',
    lead: 'Many forms hand the message to a mail server and say “sent”. If that fails, the message is gone, and both sides wait for an answer. This is how ours avoids it.',
  },
  back: { label: 'All articles', href: '/blog' },
  sections: [
    {
      id: 'store',
      heading: 'Store first, then answer',
      blocks: [
        'When you press “Send”, one SQL statement writes the inquiry, one row for each mail that it causes, and the jobs that wake the sender. It commits as a whole or not at all. Only then does the page say that the inquiry has arrived. No mail server is involved at that point.',
        'If the database is down as well, the page says so, keeps what you typed, and offers to send it by mail. The same key goes with every attempt, so that a second try of the same inquiry is never stored twice.',
      ],
    },
    {
      id: 'retry',
      heading: 'Try again, but not forever',
      blocks: [
        'A second program sends the mails. If the mail server cannot be reached, it waits 15 seconds, then a minute, then five; after that it tries every quarter of an hour, for as long as the outage lasts. If the server answers “not now”, the waits grow to four hours, and after five days a person is alerted.',
        'The confirmation to the visitor is different. A day late, it would only confuse, so it is dropped after 24 hours. The notification to the consultants is never dropped.',
      ],
    },
    {
      id: 'twice',
      heading: 'Sent or not?',
      blocks: [
        'A mail ends with a line that holds a single dot. If the connection breaks after the dot and before the server’s “250 OK”, the sender cannot know whether the mail was accepted. Sending again may produce a duplicate; not sending may lose the message.',
        'We decide by the cost. Two notifications are a nuisance; no notification is a lost client. So a notification is sent again, up to three times, always with the same Message-ID. Two confirmations make a firm look broken, so a confirmation is not sent again. The sender records in the database that the text is about to leave, so the rule holds through any crash.',
      ],
    },
    {
      id: 'proof',
      heading: 'Pull the plug and count',
      blocks: [
        'Our test sends inquiries without pause, kills processes with a signal that they cannot catch, and compares what was acknowledged with what arrived.',
        [
          '48 kills of website and sender, 10,000 inquiries: 0 lost, 0 notified twice, at most one confirmation each.',
          '15 kills of the database within three minutes, at 50 inquiries a second: 9,024 acknowledged, 0 lost, accepting inquiries again 0.13 seconds after the restart.',
          '26 ways in which a mail server can fail, 10,016 mails: none marked as sent that the server had not accepted.',
        ],
        'A test that cannot fail proves nothing. Each scenario therefore runs again with one of its defences removed, and has to fail. With the database’s write-ahead log switched off, for example, the second test found hundreds of lost inquiries.',
      ],
    },
    {
      id: 'human',
      heading: 'Someone has to know',
      blocks: [
        'If a notification is still waiting after 15 minutes, an alert goes to a webhook, because mail is what is broken. The alert says what to do. It contains no name and no address, because alerts end up in chat logs.',
      ],
    },
  ],
  closing: {
    heading: 'Do you know what your form loses?',
    text: 'Tell us where its messages go. We will switch off one part and count what arrives.',
    cta: { label: 'Test a form', href: '/contact' },
    inquiry: { reason: 'security-assessment' },
  },
}
