import { serviceBadge } from '../constants'
import { site } from '../site'
import type { Service } from '../types'

export const securityAwareness: Service = {
  path: '/services/security-awareness',
  title: `Security awareness and reporting | ${site.name}`,
  description:
    'Training programs by role, executive reporting, phishing and awareness campaigns, and the standards that require them, without blame or box-ticking.',
  hero: {
    eyebrow: 'Service',
    heading: 'Security Awareness and Reporting',
    lead: 'People report what they are not punished for. We build awareness programs on that observation, and management reports that say plainly what is known, what is not, and what has to be decided.',
  },
  badge: serviceBadge,
  back: { label: 'All services', href: '/services' },
  overview: [
    'An hour of compulsory video each November changes little. What changes behaviour is short, relevant practice close to the work: the accounts clerk who rehearses a changed bank detail, the engineer who recognises a poisoned package, the receptionist who knows whom to call and is thanked for calling.',
    'The same honesty applies upwards. Directors are personally responsible for risks they cannot inspect, and they deserve figures with a meaning, a trend and a recommendation.',
  ],
  topics: {
    heading: 'The four parts of the service',
    items: [
      {
        title: 'Training programs',
        description:
          'Curricula by role for staff, developers, administrators and management, in short units, on site or online, in German, French, Italian or English. Each unit ends with one thing to do differently.',
      },
      {
        title: 'Executive reporting',
        description:
          'A quarterly report of a few pages: risk position, incidents, progress against plan, decisions due. Indicators are defined once, sourced automatically where possible, and never dressed up.',
      },
      {
        title: 'Campaigns',
        description:
          'Phishing, voice and physical simulations announced to employee representatives and management, evaluated by reporting rate and time to first report. Nobody is exposed, and no bonus depends on a click.',
      },
      {
        title: 'Standards',
        description:
          'Programs are documented so that they satisfy the clauses that demand them, with attendance, content and effectiveness recorded in a form an auditor accepts without further questions.',
      },
    ],
  },
  lists: {
    heading: 'Standards and guidance',
    intro: 'The requirements your program will be held against.',
    groups: [
      {
        title: 'ISO',
        items: [
          'ISO/IEC 27001:2022, clauses 7.2 and 7.3',
          'ISO/IEC 27001:2022, Annex A control 6.3',
          'ISO/IEC 27002:2022',
        ],
      },
      { title: 'NIST', items: ['NIST CSF 2.0, PR.AT', 'NIST SP 800-50 Rev. 1'] },
      {
        title: 'Switzerland and EU',
        items: ['revFADP and its ordinance', 'FINMA Circular 2023/1', 'GDPR Articles 32 and 39'],
      },
      { title: 'Payment', items: ['PCI DSS 4.0.1, requirement 12.6'] },
    ],
  },
  approach: {
    heading: 'A year in four steps',
    items: [
      {
        title: 'Listen',
        description:
          'Interviews and a first measurement show which habits help, which rules are worked around, and why.',
      },
      {
        title: 'Plan',
        description:
          'Three or four behaviours are chosen for the year, each with a way to observe whether it has taken hold.',
      },
      {
        title: 'Practise',
        description:
          'Training and campaigns alternate with tabletop exercises, in which management rehearses its own part of a crisis.',
      },
      {
        title: 'Report',
        description:
          'Results go first to those who took part, then to the board, together with a proposal for the following year.',
      },
    ],
  },
  results: {
    heading: 'What stays in the house',
    items: [
      'Training material under your name, free to reuse',
      'A reporting channel that people use, with its response times',
      'A set of security indicators and their definitions',
      'Records of content, participation and effect',
    ],
  },
  closing: {
    heading: 'What should people do differently?',
    text: 'If you can answer that in one sentence, half the program is designed. If not, that sentence is what we would work out with you first.',
    cta: { label: 'Discuss an awareness program', href: '/contact' },
  },
}
