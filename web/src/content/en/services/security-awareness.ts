import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const securityAwareness: Service = {
  path: paths.securityAwareness,
  title: `Security awareness and reporting | ${site.name}`,
  description:
    'Training programs by role, executive reporting, awareness campaigns without blame or box-ticking, and the standards that require them.',
  hero: {
    eyebrow: 'Service',
    heading: 'Security Awareness and Reporting',
    lead: 'People report mistakes when they are not punished for them. Our awareness programs build on that. Our management reports state what is known, what is unknown, and what needs a decision.',
  },
  back: { label: 'All services', href: paths.services },
  overview: [
    'An hour of mandatory video once a year changes little. Short exercises drawn from daily work change more: accounting staff practise verifying changed bank details, engineers learn to recognise a malicious package, and receptionists know whom to call.',
    'Directors are responsible for risks they cannot inspect themselves. They need figures with a definition, a trend and a recommendation.',
  ],
  topics: {
    heading: 'The four parts of the service',
    items: [
      {
        title: 'Training programs',
        description:
          'Curricula by role for staff, developers, administrators and management, in short units, on site or online, in German, French, Italian or English. Each unit teaches one change in behaviour.',
      },
      {
        title: 'Executive reporting',
        description:
          'A short quarterly report: risk position, incidents, progress against the plan, and decisions due. Indicators are defined once and collected automatically where possible.',
      },
      {
        title: 'Campaigns',
        description:
          'Simulated phishing emails, phone calls and site visits, agreed with management and employee representatives. We measure the reporting rate and the time to the first report. The results do not name individuals.',
      },
      {
        title: 'Standards',
        description:
          'Records for the clauses that require such a program: attendance, content and effectiveness, in a form that auditors accept.',
      },
    ],
  },
  lists: {
    heading: 'Standards and guidance',
    intro: 'The requirements your program is measured against.',
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
          'Interviews and a baseline measurement show which habits help, which rules people work around, and why.',
      },
      {
        title: 'Plan',
        description: 'We choose three or four behaviours for the year and define how to measure each one.',
      },
      {
        title: 'Practise',
        description:
          'Training and campaigns alternate with tabletop exercises in which management rehearses its role in a crisis.',
      },
      {
        title: 'Report',
        description:
          'Participants see the results first. The board then receives them with a proposal for the following year.',
      },
    ],
  },
  results: {
    heading: 'What you keep',
    items: [
      'Training material with your branding, free to reuse',
      'A reporting channel with measured response times',
      'A set of security indicators and their definitions',
      'Records of content, participation and effectiveness',
    ],
  },
  closing: {
    heading: 'What should people do differently?',
    text: 'If you can name one behaviour to change, we will plan the program around it. If not, we will help you choose one first.',
    cta: { label: 'Discuss an awareness program', href: paths.contact },
    inquiry: { reason: 'security-awareness' },
  },
}
