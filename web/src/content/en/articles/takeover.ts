import { auditQuery, mailAccess, signIn } from '../../listings/takeover'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.takeover

export const takeoverArticle: Article = {
  ...fact,
  title: `A Microsoft 365 takeover in the logs | ${site.name}`,
  description:
    'What the first 72 hours of a Microsoft 365 account takeover leave in the Entra sign-in logs and the Unified Audit Log, field by field.',
  hero: {
    eyebrow: fact.category,
    heading: 'The first 72 hours of a Microsoft 365 takeover, in the logs',
    lead: 'An employee signs in on a page that forwards everything to Microsoft, multi-factor prompt included. The attacker keeps the session. Here is where the next three days appear. The log lines are constructed, the fields are Microsoft’s.',
  },
  back: { label: 'All articles', href: paths.blog },
  sections: [
    {
      id: 'first-hour',
      heading: 'First hour: a sign-in that succeeds',
      blocks: [
        'There is no failed attempt to look for. The password was right and the second factor was confirmed, so the error code is 0. What stands out is an address that this person has never used, and a device that Entra does not know: deviceId is empty.',
        { caption: 'Entra sign-in log (signIn in Microsoft Graph, beta)', listing: signIn },
        'Note sessionId. Every token that comes from this sign-in carries the same value, in other logs too. In the Entra audit log, look next for “User registered security info”: many attackers add a second factor of their own.',
      ],
    },
    {
      id: 'first-day',
      heading: 'First day: reading and hiding',
      blocks: [
        'Exchange records reading as MailItemsAccessed. The session is in AppAccessContext under the name AADSessionId, so you can follow the attacker even when the address changes.',
        { caption: 'Unified Audit Log, shortened', listing: mailAccess },
        'Bind means that single messages were opened; InternetMessageId lists them. Sync means that a client downloaded a folder: treat all of it as read. After more than 1,000 Bind records in 24 hours, Exchange stops recording them for a day and sets IsThrottled. Silence is then no evidence.',
        'Before the first fraudulent message, a rule usually hides the answers: New-InboxRule in Outlook on the web, UpdateInboxRules in classic Outlook for Windows.',
      ],
    },
    {
      id: 'third-day',
      heading: 'Second and third day: money and a way back',
      blocks: [
        'The following operations show what the attacker did with the access:',
        [
          'Send and SendAs: messages in the person’s name.',
          'FileDownloaded and FileAccessed: documents in SharePoint and OneDrive.',
          'Set-Mailbox with ForwardingSmtpAddress: copies of all new mail.',
          'Consent to application. (with the full stop): an app that keeps its access after the password has changed.',
        ],
        { caption: 'The whole timeline, in Exchange Online PowerShell', listing: auditQuery },
        'Records arrive late: Microsoft states 60 to 90 minutes for the core services, without a guarantee. Run the query again the next day. Its parameter -SessionId only names the search; it is not the session of the attacker.',
      ],
    },
    {
      id: 'clocks',
      heading: 'Which log expires first',
      blocks: [
        [
          'Entra sign-in logs: 7 days in the free edition, 30 days with P1 or P2.',
          'Unified Audit Log: 180 days with Audit (Standard), one year for Exchange, SharePoint and Entra records with Audit (Premium).',
        ],
        'So export the sign-ins first, then revoke the sessions, reset the password, remove unknown factors, rules and consents, in this order. A new password alone does not end every session that exists.',
      ],
    },
  ],
  closing: {
    heading: 'Is a mailbox in the wrong hands?',
    text: 'Call us before you delete anything. We export the logs first and then close the way in.',
    cta: { label: 'Report an incident', href: paths.contact },
    inquiry: { reason: 'incident-response' },
  },
}
