import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const partners: Segment = {
  path: paths.partners,
  title: `For technology partners | ${site.name}`,
  description:
    'Partnership offerings for endpoint-security and cloud-platform vendors: implementation, migration, joint detection content and field feedback.',
  hero: {
    eyebrow: 'Why us: partners',
    heading: 'Your product, properly implemented',
    lead: 'Customers decide in the first 90 days whether they will renew. We implement and integrate security products at Swiss organisations, train the teams that run them, and report to vendors what we learn.',
  },
  intro: [
    'We work with vendors on one condition: our advice to clients remains independent. Partners get implementations that use the whole product, references based on results, and feedback on deals lost to another product.',
    'Here is what independent means: we take no commission, licence margin or sales target, not even from partners. You pay us for our own work in your projects, and our clients know about it before they ask for our opinion on your products.',
  ],
  change: {
    heading: 'Before and after',
    columns: ['Before', 'After'],
    rows: [
      ['Rollout', 'Licences sold, sensors missing', 'Every machine in scope covered'],
      ['Detection', 'The vendor’s default rules', 'Rules for the client’s own systems'],
      ['Feedback', 'Arrives with the termination', 'Arrives with each project'],
    ],
  },
  offerings: [
    {
      heading: 'For an endpoint-security vendor',
      items: [
        {
          title: 'Implementation services',
          description:
            'Planned rollouts to workstations, servers and virtual desktops, up to prevention mode, with documented policies.',
        },
        {
          title: 'Competitive migration',
          description:
            'Replacement of an existing agent in stages, with every endpoint protected throughout.',
        },
        {
          title: 'Custom detection content',
          description:
            'Behavioural rules and hunting queries for local threats, tested and maintained for joint clients.',
        },
        {
          title: 'Analyst enablement',
          description:
            'Training for client teams on real cases from the platform, up to the vendor’s own certification.',
        },
      ],
    },
    {
      heading: 'For a cloud-platform vendor',
      items: [
        {
          title: 'Secure landing zones',
          description:
            'Reference architectures for Swiss regulated industries, delivered as code on the platform’s own services.',
        },
        {
          title: 'Security workshops',
          description:
            'Structured reviews of identity, network, data and operations that end with a costed plan for the client.',
        },
        {
          title: 'Native tool adoption',
          description:
            'Posture management, SIEM and identity protection taken from licence to daily use, with measured adoption.',
        },
        {
          title: 'Compliance acceleration',
          description:
            'Control mappings and evidence for FINMA, revFADP and ISO standards, reusable across clients.',
        },
      ],
    },
  ],
  ecosystem: {
    heading: 'Technology ecosystem',
    text: 'We integrate endpoint, identity, cloud, network and OT tools through open formats and documented interfaces: Sigma for detections, STIX and TAXII for intelligence, OCSF and ECS for events, CycloneDX for components. We prefer products that support these standards, because our clients can combine them with the tools they already have.',
  },
  reasons: {
    heading: 'What partners get from us',
    items: [
      {
        title: 'Field feedback',
        description:
          'Reproducible bug reports and prioritised requirements from production environments, anonymised, and approved by the client.',
      },
      {
        title: 'Swiss market knowledge',
        description: 'We know Swiss procurement, the language regions, data residency rules and regulation.',
      },
      {
        title: 'Clear roles',
        description:
          'You sell the licences, directly or through a reseller, and we sell the services. The client sees both as separate items.',
      },
    ],
  },
  closing: {
    heading: 'Start with one joint client',
    text: 'We suggest starting with a single deployment. Propose a client, and we will name the team.',
    cta: { label: 'Contact Us', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
