import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.botCheck

export const botCheckArticle: Article = {
  ...fact,
  title: `A bot check without third parties | ${site.name}`,
  description:
    'A proof of work instead of a picture puzzle: how our contact form keeps bots away without cookies or third parties, and where its limits are.',
  hero: {
    eyebrow: aboutSite,
    heading: 'How a form checks for bots without a third party',
    lead: 'Our contact form does not ask you to find traffic lights, and it does not tell another company that you were here. It uses a proof of work instead. This article explains how the check works and what it cannot do.',
  },
  back: { label: 'All articles', href: paths.blog },
  sections: [
    {
      id: 'cost',
      heading: 'What the usual check costs',
      blocks: [
        'The usual bot check loads a script from another company. That company sees the IP address, the browser and the page of every visitor, including those who only read. That is hard to justify for a firm that advises on data protection.',
        'Picture puzzles have another cost. People who cannot see the pictures are locked out, and programs now solve the puzzles more reliably than people do.',
      ],
    },
    {
      id: 'work',
      heading: 'A puzzle for the processor',
      blocks: [
        'When a visitor begins to fill in the form, the browser asks our server for a challenge: a random salt, a cost and a signature. It then tries up to 700 counters, each with 5,000 rounds of key derivation, until one matches. A background thread does this while the visitor types, so typing stays smooth. The result is usually ready before the message is finished.',
        'To check the result, the server computes one HMAC. Because the server signed the challenge itself, it needs no session and no cookie, and it stores nothing about visitors who never send the form.',
      ],
    },
    {
      id: 'once',
      heading: 'Each solution counts once',
      blocks: [
        'The solution is sent as a token, which is valid for one inquiry only. Together with the inquiry, the database stores a digest of the token under a unique index. A second inquiry with the same token is refused, even if two servers receive the two inquiries in the same millisecond. Different encodings of the same token have the same digest.',
        'In our last full test run, we submitted 100,000 tokens that were spent, expired, altered or signed with another key. None of them was accepted.',
      ],
    },
    {
      id: 'limits',
      heading: 'What a proof of work does not prove',
      blocks: [
        'A proof of work shows that a computer has spent processor time. It does not show that a person sent the form. An attacker with enough processors can still send inquiries, although a thousand of them cost a thousand times as much as one. We therefore set further limits:',
        [
          'Each network may send ten inquiries a minute.',
          'Each person gets at most one automatic confirmation a day, however the address is spelled.',
          'At most 100 confirmations go out per hour; the rest wait.',
          'Confirmations do not repeat anything that the visitor typed, so nobody can use the form to send a message to someone else.',
        ],
        'The last point matters most. A form that emails a visitor’s text to an address that the visitor typed is a spam relay, whatever check protects it.',
      ],
    },
    {
      id: 'choice',
      heading: 'If you prefer an external service',
      blocks: [
        'The same software can be configured to use Cloudflare Turnstile instead. If Turnstile is down, our form still accepts inquiries, marks them as unverified, and limits them to a few per network. It does not send confirmations for them. Visitors can reach us even if another company has an outage.',
      ],
    },
  ],
  closing: {
    heading: 'What does your form tell other companies?',
    text: 'Send us its address. We will list every request that it makes to other companies.',
    cta: { label: 'Have a form reviewed', href: paths.contact },
    inquiry: { reason: 'devsecops' },
  },
}
