import { site, team } from '../site'
import type { Segment } from '../types'

export const enterprises: Segment = {
  path: '/why-us/enterprises',
  title: `Security for enterprises | ${site.name}`,
  description:
    'For large organisations: detection programs, cloud and OT architecture, purple teaming, risk data and governance, from one expert to a full team.',
  hero: {
    eyebrow: 'Why us: enterprises',
    heading: 'Programs for complex environments',
    lead: 'Large organisations seldom lack budget or tools. They lack time of the few people who understand both the technology and the house. We bring such people, and leave when yours have taken over.',
  },
  intro: [
    'Your environment has a history: three directories from two mergers, a plant network older than the security policy, and regulators in several countries. We have no interest in replacing it all. We look for the handful of changes after which everything else becomes easier, and see them through procurement, change board and rollout.',
  ],
  offerings: [
    {
      heading: 'Six offerings for enterprises',
      items: [
        {
          title: 'Detection and response at scale',
          description:
            'SIEM and XDR across regions and business units, with shared content, local exceptions and one measure of coverage.',
        },
        {
          title: 'Cloud and identity architecture',
          description:
            'Landing zones, privileged access and key management for regulated workloads, and a migration order that respects dependencies.',
        },
        {
          title: 'OT and critical infrastructure',
          description:
            'Segmentation, monitoring and response for plants and networks whose first requirement is to keep running.',
        },
        {
          title: 'Continuous purple teaming',
          description:
            'Recurring exercises with your red and blue teams that turn threat reports into tested detections.',
        },
        {
          title: 'Risk data platform',
          description:
            'Vulnerabilities, assets and intelligence in one model, so that group and subsidiary argue about measures instead of figures.',
        },
        {
          title: 'Regulatory programs',
          description:
            'FINMA, NIS2, DORA and ISO requirements mapped to one control framework, with reporting for board and supervisors.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'What distinguishes the work',
    items: [
      {
        title: 'Direct access',
        description:
          'Decisions are discussed with the consultants who carry them out. There is no layer of account management in between.',
      },
      {
        title: 'A team that knows itself',
        description: `Our ${team.length} consultants have complementary fields and common standards, which saves you the first month.`,
      },
      {
        title: 'A planned exit',
        description:
          'Handover is a deliverable with its own acceptance criteria, scheduled from the beginning.',
      },
    ],
  },
  closing: {
    heading: 'An hour with a principal',
    text: 'Bring an architect and a problem. The first consultation is free, under a non-disclosure agreement if you wish, and has no slides.',
    cta: { label: 'Schedule Consultation', href: '/contact' },
  },
}
