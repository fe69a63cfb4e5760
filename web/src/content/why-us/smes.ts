import { smeEmployees } from '../constants'
import { site } from '../site'
import type { Segment } from '../types'

export const smes: Segment = {
  path: '/why-us/smes',
  title: `Security for SMEs | ${site.name}`,
  description:
    'For companies of 50-500 employees without a security department: protection, detection, compliance and training at a size you can sustain.',
  hero: {
    eyebrow: 'Why us: SMEs',
    heading: 'A security function without the department',
    lead: 'Medium-sized firms face the same attackers as banks, with an IT team of five. We take over the part that needs specialists, and make the rest simple enough for the team you have.',
  },
  intro: [
    'Attackers automate, and automation does not check the size of its victim. The measures that stop most of it are known and affordable, yet they compete with the ERP migration and the new warehouse. We set an order, carry out what your team has no time for, and leave each step finished before the next begins.',
  ],
  offerings: [
    {
      heading: 'Six offerings for SMEs',
      items: [
        {
          title: 'Security health check',
          description:
            'A review of identity, endpoints, mail, backup and cloud against the ICT minimum standard of the Confederation, with a ranked plan.',
        },
        {
          title: 'Managed improvement plan',
          description:
            'A consultant drives the plan quarter by quarter together with your IT and its suppliers, and reports to management.',
        },
        {
          title: 'Endpoint and mail protection',
          description:
            'Modern endpoint detection and hardened mail, configured for your machines, with a clear arrangement for alerts outside office hours.',
        },
        {
          title: 'Backup and recovery test',
          description:
            'Copies that ransomware cannot reach, and a restore carried out against the clock while it is still an exercise.',
        },
        {
          title: 'Data protection',
          description:
            'The revised FADP, and the GDPR where you serve EU customers, implemented with registers and procedures of reasonable length.',
        },
        {
          title: 'Staff training',
          description:
            'Short sessions built on incidents from your industry, with a simple way to report and an answer to every report.',
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
          'Each measure carries its effort and its effect, so that you can decide as you would on any other investment.',
      },
      {
        title: 'One contact',
        description:
          'The same consultant accompanies you through the year and brings in colleagues when their subject is due.',
      },
      {
        title: 'No product to push',
        description:
          'We earn nothing from licences, and will say so when something you already own is enough.',
      },
    ],
  },
  closing: {
    heading: 'Where would you like to be in a year?',
    text: 'Passing an audit, sleeping through weekends, or insuring the firm at a fair premium: tell us the aim, and we will propose the first quarter.',
    cta: { label: 'Get Started', href: '/contact' },
  },
}
