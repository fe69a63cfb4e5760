import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const consultancies: Segment = {
  path: paths.consultancies,
  title: `For consultancies | ${site.name}`,
  description:
    'Security specialists for your client projects: subcontracted experts, joint proposals, second opinions and training for your own consultants.',
  hero: {
    eyebrow: 'Why us: consultancies',
    heading: 'Specialists for your client projects',
    lead: 'You lead the transformation, the audit or the integration. When you need a detection engineer or a cloud security architect next month, we provide one who is used to working in another firm’s project team.',
  },
  intro: [
    'Most large projects raise security questions, but rarely enough of them to justify a practice of your own. Under a framework agreement, our specialists are available at short notice, insured, and bound by your quality rules. They work under your name or ours.',
  ],
  change: {
    heading: 'Before and after',
    columns: ['Before', 'After'],
    rows: [
      ['Proposal', 'Security chapter left thin', 'A named expert and an estimate'],
      ['Project', 'The specialist is still being recruited', 'The specialist joins your team'],
      ['Handover', 'Knowledge leaves with the subcontractor', 'Your staff has been trained along the way'],
    ],
  },
  offerings: [
    {
      heading: 'Four offerings for consultancies',
      items: [
        {
          title: 'Embedded experts',
          description:
            'Consultants who join your project team for weeks or months, use your methods, and report to your project lead.',
        },
        {
          title: 'Joint proposals',
          description:
            'We contribute the scope, effort and profiles for the security part of a tender, and honour the figures if you win.',
        },
        {
          title: 'Independent review',
          description:
            'A second pair of eyes on architectures and reports before they reach the client, with actionable comments by the next morning.',
        },
        {
          title: 'Training for your staff',
          description:
            'Workshops and pairing that build skills in your own team, from threat modelling to FINMA requirements.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'How we work on your project',
    items: [
      {
        title: 'Your client stays yours',
        description: 'The framework agreement includes a non-solicitation clause.',
      },
      {
        title: 'Senior from day one',
        description:
          'The person named in the proposal is the person who does the work. We do not train juniors at your expense.',
      },
      {
        title: 'Reports in your house style',
        description: 'We deliver results in your template, in language a steering committee understands.',
      },
    ],
  },
  closing: {
    heading: 'A gap in the project plan?',
    text: 'Tell us the role, the dates and the language. Within a few days, you get a profile or a clear no.',
    cta: { label: 'Get in Touch', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
