import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const startups: Segment = {
  path: paths.startups,
  title: `Security for startups | ${site.name}`,
  description:
    'Security for a young company: sound foundations, answers for enterprise customers, secure pipelines and a senior adviser by the day.',
  hero: {
    eyebrow: 'Why us: startups',
    heading: 'Security that helps you sell to enterprises',
    lead: 'Sooner or later, a large customer sends you a security questionnaire with 200 questions. We help you answer it truthfully without slowing down product development.',
  },
  intro: [
    'A company of twelve people does not need a security department. It needs about ten decisions that are cheap now and expensive later: how people sign in, where secrets are stored, who can reach production, and what is logged. The rest can wait until there is a reason, such as a contract, a regulation or a funding round.',
  ],
  change: {
    heading: 'Before and after',
    columns: ['Before', 'After'],
    rows: [
      [
        'Questionnaire',
        'Every customer’s questions start from zero',
        'Answers with evidence, kept in one place',
      ],
      ['Access', 'Shared accounts and keys in chat', 'One sign-in, with a second factor'],
      ['Release', 'Security is checked before an audit', 'Each pull request is checked'],
    ],
  },
  offerings: [
    {
      heading: 'Five offerings for startups',
      items: [
        {
          title: 'Security foundation',
          description:
            'Single sign-on, device management, backups, secrets and cloud guardrails, set up with your engineers in a few weeks and documented in a few pages.',
        },
        {
          title: 'Fractional security lead',
          description:
            'A senior consultant for a fixed number of days a month, who takes part in architecture decisions and customer calls, and answers investors’ questions.',
        },
        {
          title: 'Secure delivery pipeline',
          description:
            'Checks for code, dependencies and infrastructure in the pipeline you already have, tuned so that the team keeps them switched on.',
        },
        {
          title: 'Customer assurance',
          description:
            'A trust pack with policies, an architecture overview and standard answers, so that the next questionnaire takes an afternoon.',
        },
        {
          title: 'Certification path',
          description:
            'A path to ISO/IEC 27001 sized for your company, started early enough to be ready for the first tender that requires it.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Three reasons to work with us',
    items: [
      {
        title: 'Small first steps',
        description:
          'An engagement can be as short as two days. You see how we work before you commit to more.',
      },
      {
        title: 'Advice you can merge',
        description: 'Our advice comes as pull requests and configuration, in the tools your team uses.',
      },
      {
        title: 'Nothing before you need it',
        description: 'We tell you what you can skip at your stage, and write down when to reconsider it.',
      },
    ],
  },
  closing: {
    heading: 'Do you have a questionnaire to answer?',
    text: 'Bring it to the first call. We will sort the questions into those you can answer now, those you can answer soon, and those that need work.',
    cta: { label: 'Get Started', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
