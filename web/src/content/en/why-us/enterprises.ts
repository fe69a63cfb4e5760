import type { Segment } from '../../types'
import { paths } from '../paths'
import { founder, site } from '../site'

export const enterprises: Segment = {
  path: paths.enterprises,
  title: `Security for enterprises | ${site.name}`,
  description:
    'For large organisations: detection programs, cloud and OT architecture, purple teaming, risk data and governance, from one expert to a full team.',
  hero: {
    eyebrow: 'Why us: enterprises',
    heading: 'Programs for complex environments',
    lead: 'Large organisations rarely lack budget or tools. They lack people who understand both the technology and the organisation. We provide people who do, and hand over when your own team is ready.',
  },
  intro: [
    'Your environment has a history: three directories from two mergers, a plant network older than the security policy, and regulators in several countries. We do not replace it all. We identify the few changes that make the rest easier, and see them through procurement, change approval and rollout.',
  ],
  change: {
    heading: 'Before and after',
    columns: ['Before', 'After'],
    rows: [
      ['Coverage', 'Assumed, tool by tool', 'Measured, technique by technique'],
      ['Changes', 'Agreed in meetings', 'Reviewed as code, with an owner'],
      ['Exit', 'The consultants stay', 'Your team runs it on an agreed date'],
    ],
  },
  offerings: [
    {
      heading: 'Six offerings for enterprises',
      items: [
        {
          title: 'Detection and response at scale',
          description:
            'SIEM and XDR across regions and business units, with shared content, local exceptions and one coverage metric.',
        },
        {
          title: 'Cloud and identity architecture',
          description:
            'Landing zones, privileged access and key management for regulated workloads, and a migration sequence that respects dependencies.',
        },
        {
          title: 'OT and critical infrastructure',
          description:
            'Segmentation, monitoring and response for plants and networks that must keep running.',
        },
        {
          title: 'Continuous purple teaming',
          description:
            'Recurring exercises with your red and blue teams that turn threat reports into tested detections.',
        },
        {
          title: 'Risk data platform',
          description:
            'Vulnerabilities, assets and intelligence in one model, so that the group and its subsidiaries work from the same figures.',
        },
        {
          title: 'Regulatory programs',
          description:
            'FINMA, NIS2, DORA and ISO requirements mapped to one control framework, with reports for the board and regulators.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Why enterprises work with us',
    items: [
      {
        title: 'Direct access',
        description:
          'You discuss decisions with the consultants who carry them out, without account managers in between.',
      },
      {
        title: 'A team that works together',
        description: `Our consultants have complementary skills and shared standards, and have worked together before.`,
      },
      {
        title: 'A planned exit',
        description: 'Handover is a deliverable with its own acceptance criteria, scheduled from the start.',
      },
    ],
  },
  closing: {
    heading: 'An hour with a principal consultant',
    text: 'Bring an architect and a problem. The first consultation is free, without slides, and under a non-disclosure agreement if you wish.',
    cta: { label: 'Schedule Consultation', href: paths.contact },
    inquiry: { to: founder.id },
  },
}
