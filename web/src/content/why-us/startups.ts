import { site } from '../site'
import type { Segment } from '../types'

export const startups: Segment = {
  path: '/why-us/startups',
  title: `Security for startups | ${site.name}`,
  description:
    'Security that fits a young company: a sound base, answers for enterprise customers, secure pipelines and a senior adviser by the day.',
  hero: {
    eyebrow: 'Why us: startups',
    heading: 'Security that lets you sell upmarket',
    lead: 'Sooner or later a large customer sends a questionnaire of two hundred questions. We help young companies to answer it truthfully, without slowing the product down on the way.',
  },
  intro: [
    'You do not need a security department at twelve people. You need the ten decisions that are cheap now and painful later: how identity works, where secrets live, who can reach production, what is logged. Everything else may wait for a reason, such as a contract, a regulation or a round of funding.',
  ],
  offerings: [
    {
      heading: 'Five offerings for startups',
      items: [
        {
          title: 'Security foundation',
          description:
            'Single sign-on, device management, backups, secrets and cloud guardrails, set up with your engineers within a few weeks and documented on a few pages.',
        },
        {
          title: 'Fractional security lead',
          description:
            'A senior consultant for a fixed number of days a month, who joins architecture decisions, customer calls and investor questions.',
        },
        {
          title: 'Secure delivery pipeline',
          description:
            'Checks for code, dependencies and infrastructure in the pipeline you already have, tuned so that the team leaves them switched on.',
        },
        {
          title: 'Customer assurance',
          description:
            'A trust package with policies, architecture overview and standard answers, so that the next questionnaire takes an afternoon.',
        },
        {
          title: 'Certification path',
          description:
            'A route to ISO/IEC 27001 sized for your company, begun early enough to be ready when the first tender requires it.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Three reasons to work with us',
    items: [
      {
        title: 'Small first steps',
        description: 'An engagement can be two days. You see how we work before you commit to more.',
      },
      {
        title: 'Engineers on both sides',
        description: 'Our advice arrives as pull requests and configuration, in the tools your team uses.',
      },
      {
        title: 'Nothing too early',
        description: 'We tell you what to leave undone at your stage, and write down when to reconsider it.',
      },
    ],
  },
  closing: {
    heading: 'A questionnaire on your desk?',
    text: 'Bring it to the first conversation. We will sort the questions into answered, answerable and worth building.',
    cta: { label: 'Get Started', href: '/contact' },
  },
}
