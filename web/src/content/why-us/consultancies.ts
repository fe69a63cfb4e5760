import { site } from '../site'
import type { Segment } from '../types'

export const consultancies: Segment = {
  path: '/why-us/consultancies',
  title: `For consultancies | ${site.name}`,
  description:
    'Security specialists for your client mandates: subcontracted experts, joint proposals, second opinions and training for your own consultants.',
  hero: {
    eyebrow: 'Why us: consultancies',
    heading: 'Specialists for your mandates',
    lead: 'You lead the transformation, the audit or the integration. When it needs a detection engineer or a cloud security architect next month, you can have one from us who knows how to work on someone else’s project.',
  },
  intro: [
    'Security questions arise in nearly every larger mandate, seldom in the amount that would justify a practice of your own. We supply the missing piece under a framework agreement: quick to call off, insured, bound to your quality rules, and invisible or visible to the client as you prefer.',
  ],
  offerings: [
    {
      heading: 'Four offerings for consultancies',
      items: [
        {
          title: 'Embedded experts',
          description:
            'Consultants who join your project team for weeks or months, follow your method, and report to your project lead.',
        },
        {
          title: 'Joint proposals',
          description:
            'We contribute scope, effort and profiles for the security part of a tender, and stand by the figures when it is won.',
        },
        {
          title: 'Independent review',
          description:
            'A second pair of eyes on architectures and reports before they reach the client, with comments you can act on by the next morning.',
        },
        {
          title: 'Enablement of your staff',
          description:
            'Workshops and paired work that build lasting skill in your own people, from threat modelling to FINMA requirements.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'How we behave on your project',
    items: [
      {
        title: 'Your client stays yours',
        description: 'Non-solicitation is part of the framework agreement, and part of our manners.',
      },
      {
        title: 'Senior from day one',
        description:
          'The person in the proposal is the person on site. We do not train beginners at your expense.',
      },
      {
        title: 'Reports in your house style',
        description: 'Results arrive in your template, in language a steering committee understands.',
      },
    ],
  },
  closing: {
    heading: 'A gap in the project plan?',
    text: 'Tell us the role, the period and the language. You will have a profile, or an honest no, within a few days.',
    cta: { label: 'Get in Touch', href: '/contact' },
  },
}
