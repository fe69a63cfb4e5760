import type { Segment } from '../../types'
import { smeEmployees } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const smes: Segment = {
  path: paths.smes,
  title: `Security for SMEs | ${site.name}`,
  description:
    'For companies of 50-500 employees without a security department: protection, detection, compliance and training that you can afford to keep running.',
  hero: {
    eyebrow: 'Why us: SMEs',
    heading: 'Security without a security department',
    lead: 'Medium-sized firms face the same attackers as banks, but with an IT team of five. We do the work that needs specialists, and make the rest simple enough for the team you have.',
  },
  intro: [
    'Automated attacks hit companies of every size. The measures that stop most of them are known and affordable, but they compete with the ERP migration and the new warehouse. We set priorities, do what your team has no time for, and finish each step before the next begins.',
  ],
  change: {
    heading: 'Before and after',
    columns: ['Before', 'After'],
    rows: [
      ['Responsibility', 'Whoever has time', 'One contact, with a plan for each quarter'],
      ['Backup', 'Never restored', 'Restored on trial, with the time it took'],
      ['Suspicious mail', 'Deleted, or opened', 'Reported with a click, and answered'],
    ],
  },
  offerings: [
    {
      heading: 'Six offerings for SMEs',
      items: [
        {
          title: 'Security health check',
          description:
            'A review of identity, endpoints, email, backup and cloud against the Swiss federal ICT minimum standard, with a prioritised plan.',
        },
        {
          title: 'Managed improvement plan',
          description:
            'A consultant runs the plan quarter by quarter with your IT team and its suppliers, and reports to management.',
        },
        {
          title: 'Endpoint and email protection',
          description:
            'Modern endpoint detection and hardened email, configured for your devices, with an agreed process for alerts outside office hours.',
        },
        {
          title: 'Backup and recovery test',
          description: 'Backups that ransomware cannot reach, and a timed restore exercise.',
        },
        {
          title: 'Data protection',
          description:
            'The revised FADP, and the GDPR where you serve EU customers, implemented with concise registers and procedures.',
        },
        {
          title: 'Staff training',
          description:
            'Short sessions based on incidents in your industry, an easy way to report, and an answer to every report.',
        },
      ],
    },
  ],
  idealFor: {
    heading: 'Ideal for',
    items: [
      `Companies of ${smeEmployees} employees`,
      'Teams without dedicated security staff',
      'Compliance-driven firms whose customers, insurers or regulators ask for evidence',
    ],
  },
  reasons: {
    heading: 'What you can rely on',
    items: [
      {
        title: 'A plan with prices',
        description:
          'Each measure is listed with its cost and its effect, so that you can assess it like any other investment.',
      },
      {
        title: 'One contact',
        description:
          'The same consultant works with you throughout the year and brings in colleagues when you need them.',
      },
      {
        title: 'No product to push',
        description:
          'We earn nothing from licences, and we tell you when a product you already own is enough.',
      },
    ],
  },
  closing: {
    heading: 'What do you want to achieve this year?',
    text: 'Pass an audit, reduce out-of-hours alerts, or get cyber insurance at a fair premium: tell us your goal, and we will propose a plan for the first quarter.',
    cta: { label: 'Get Started', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
