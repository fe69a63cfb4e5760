import { site } from '../site'
import type { Article } from '../types'
import { teasers } from './teasers'

const teaser = teasers.botCheck

export const botCheckArticle: Article = {
  path: teaser.path,
  category: teaser.category,
  published: teaser.published,
  title: `A bot check without third parties | ${site.name}`,
  description:
    'A proof of work instead of a picture puzzle: how our contact form keeps bots away without cookies and other companies, and where its limits are.',
  hero: {
    eyebrow: teaser.category,
    heading: 'How a form checks for bots without a third party',
    lead: 'Our contact form asks nobody to find traffic lights, and tells no other company that you were here. A proof of work does the job. This is how it works, and what it cannot do.',
  },
  back: { label: 'All articles', href: '/blog' },
  sections: [
    {
      id: 'cost',
      heading: 'What the usual check costs',
      blocks: [
        'The usual bot check loads a script from another company. That company sees the IP address, the browser and the page of every visitor, including those who only read. For a firm that advises on data protection, that is hard to explain.',
        'A picture puzzle has another cost: people who cannot see the pictures do not get through, and programs now solve them more reliably than people do.',
      ],
    },
    {
      id: 'work',
      heading: 'A puzzle for the processor',
      blocks: [
        'When a visitor begins to fill in the form, the browser asks our server for a challenge: a random salt, a cost and a signature. It then tries up to 700 counters, each with 5,000 rounds of key derivation, until one fits. A background thread does this while the visitor types, so that typing stays smooth, and the result is usually ready before the message is.',
        'The server needs one HMAC to check it. It signed the challenge itself, so it stores nothing about visitors who never send the form: no session, no cookie.',
      ],
    },
    {
      id: 'once',
      heading: 'Each solution counts once',
      blocks: [
        'A solution that can be used twice is worth nothing. With the inquiry, the database stores a digest of the token under a unique index. A second inquiry with the same token is refused, even if two servers receive both in the same millisecond. Different spellings of the same token have the same digest.',
        'In our last full test run, 100,000 tokens that were spent, expired, altered or signed with another key led to no accepted inquiry.',
      ],
    },
    {
      id: 'limits',
      heading: 'A proof of work proves work',
      blocks: [
        'It does not prove that a person sent the form. An attacker with enough processors can pay the price. The check makes a thousand inquiries a thousand times as expensive as one. Other limits apply to those who pay:',
        [
          'Each network may send ten inquiries a minute.',
          'Each person gets at most one automatic confirmation a day, however the address is spelled.',
          'At most 100 confirmations go out in an hour; the rest wait.',
          'No confirmation repeats a word of what was typed, so the form cannot deliver somebody else’s message.',
        ],
        'The last point matters most. A form that mails a visitor’s text to an address that the visitor has typed is a spam relay, whatever check protects it.',
      ],
    },
    {
      id: 'choice',
      heading: 'If you prefer a service',
      blocks: [
        'The same software can use Cloudflare Turnstile instead; one setting decides. What if that service is down? The inquiry is accepted, marked as unverified and limited to a few per network. No confirmation goes out for it. A visitor should not pay for an outage of a company they have never heard of.',
      ],
    },
  ],
  closing: {
    heading: 'What does your form tell other companies?',
    text: 'Send us its address. We will list every request that it makes to other companies.',
    cta: { label: 'Have a form reviewed', href: '/contact' },
    inquiry: { reason: 'devsecops' },
  },
}
