import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.mailOutage

export const mailOutageArticle: Article = {
  ...fact,
  title: `When the mail server is down | ${site.name}`,
  description:
    'Store first, retry for days, send once: how our contact form handles outages, and how a test that kills processes shows that nothing is lost.',
  hero: {
    eyebrow: aboutSite,
    heading: 'What happens to an inquiry while the mail server is down',
    lead: 'Many forms hand the message to a mail server and report “sent”. If delivery then fails, the message is lost, and the visitor waits for an answer that never comes. Our form works differently.',
  },
  back: { label: 'All articles', href: paths.blog },
  sections: [
    {
      id: 'store',
      heading: 'Store first, then answer',
      blocks: [
        'When you press “Send Message”, one SQL statement writes the inquiry, one row for each email that it triggers, and the jobs that start the delivery. The statement commits as a whole or not at all. Only after the commit does the page say that the inquiry has arrived. No mail server is involved up to that point.',
        'If the database is down as well, the page says that the inquiry was not sent, keeps what you typed, and offers to send it by email. Every attempt carries the same key, so an inquiry that is submitted twice is stored only once.',
      ],
    },
    {
      id: 'retry',
      heading: 'Retry until the server is back',
      blocks: [
        'A second program, the sender, delivers the emails. If the mail server cannot be reached, the sender waits 15 seconds, then one minute, then five minutes. After that, it retries every 15 minutes for as long as the outage lasts. If the server replies with a temporary error, the waits grow to four hours. After five days, the sender stops and alerts a person, who can restart the delivery.',
        'The confirmation to the visitor is handled differently. If it arrived a day late, it would only cause confusion, so it is dropped after 24 hours. The notification to the consultants is never dropped.',
      ],
    },
    {
      id: 'twice',
      heading: 'Sent or not?',
      blocks: [
        'In SMTP, a message ends with a line that contains a single dot. If the connection breaks after the dot and before the server’s “250 OK”, the sender cannot know whether the message was accepted. Sending it again may produce a duplicate. Not sending it again may lose it.',
        'We chose the lesser harm for each kind of email. A duplicate notification is a nuisance, but a missing one can cost us a client. A notification is therefore sent again, up to three times, always with the same Message-ID. A duplicate confirmation confuses the visitor, and a missing one does little harm, so a confirmation is not sent again. The sender records each attempt in the database before it transmits the message, so both rules hold even after a crash.',
      ],
    },
    {
      id: 'proof',
      heading: 'Pull the plug and count',
      blocks: [
        'Our test sends inquiries continuously, kills processes with a signal that they cannot catch, and compares what was acknowledged with what arrived.',
        [
          'Website and sender killed 48 times during 10,000 inquiries: 0 inquiries lost, 0 duplicate notifications, at most one confirmation per inquiry.',
          'Database killed 15 times in three minutes, at 50 inquiries a second: 9,024 inquiries acknowledged, 0 lost. The form accepted inquiries again 0.13 seconds after the restart.',
          'Mail server failing in 26 different ways, 10,016 emails: 0 emails marked as sent without having been accepted.',
        ],
        'We also check that the tests can fail. Each scenario runs again with one of its defences removed, and that run must fail. With the database’s write-ahead log switched off, for example, the second test found hundreds of lost inquiries.',
      ],
    },
    {
      id: 'human',
      heading: 'When a person is alerted',
      blocks: [
        'If a notification is still waiting after 15 minutes, a first alert goes to a webhook, because email may not be working. The alert says what to do. It contains no names or addresses, because alerts end up in chat logs.',
      ],
    },
  ],
  closing: {
    heading: 'Does your form lose messages?',
    text: 'Tell us where its messages go. We will switch off one component and count what arrives.',
    cta: { label: 'Test a form', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
