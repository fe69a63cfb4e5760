import { site } from '../site'
import type { Segment } from '../types'

export const partners: Segment = {
  path: '/why-us/partners',
  title: `For technology partners | ${site.name}`,
  description:
    'Partnership offerings for endpoint-security and cloud-platform vendors: implementation, migration, joint detection content and field feedback.',
  hero: {
    eyebrow: 'Why us: partners',
    heading: 'Your product, properly implemented',
    lead: 'A security product earns its renewal in the first ninety days. We implement, integrate and operate such products at Swiss organisations, and tell their makers what we learn.',
  },
  intro: [
    'We work with vendors on one condition: our advice to clients remains independent. Partners gain implementations that are used to their full depth, references that arise from results, and an honest account of the deals in which another product fitted better.',
  ],
  offerings: [
    {
      heading: 'For an endpoint-security vendor',
      items: [
        {
          title: 'Implementation services',
          description:
            'Planned rollouts to clients, servers and virtual desktops, up to prevention mode, with documented policies.',
        },
        {
          title: 'Competitive migration',
          description:
            'Replacement of an existing agent in rings, without a day in which an endpoint is unprotected.',
        },
        {
          title: 'Custom detection content',
          description:
            'Behavioural rules and hunting queries for local threats, tested and maintained for joint clients.',
        },
        {
          title: 'Analyst enablement',
          description:
            'Training of client teams on real cases from the platform, up to the vendor’s own certification.',
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
            'Structured reviews of identity, network, data and operations that end in a costed plan for the client.',
        },
        {
          title: 'Native tool adoption',
          description:
            'Posture management, SIEM and identity protection brought from licence into daily use, and measured there.',
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
    text: 'No product works alone. We integrate endpoint, identity, cloud, network and OT tools over open formats and documented interfaces: Sigma for detections, STIX and TAXII for intelligence, OCSF and ECS for events, CycloneDX for components. Partners who support such standards find their way into our designs more easily, because our clients can leave them again. In our experience that is the best reason to stay.',
  },
  reasons: {
    heading: 'What partners get from us',
    items: [
      {
        title: 'Field feedback',
        description:
          'Reproducible bug reports and prioritised requirements from production environments, anonymised and agreed with the client.',
      },
      {
        title: 'Swiss market knowledge',
        description:
          'Procurement, language regions, data residency and supervision are familiar ground to us.',
      },
      {
        title: 'Clear roles',
        description:
          'Licences are yours or your reseller’s, services are ours, and the client sees both on separate lines.',
      },
    ],
  },
  closing: {
    heading: 'Let us look at one joint client',
    text: 'A partnership begins best with a single deployment done well. Propose one, and we will name the team.',
    cta: { label: 'Contact Us', href: '/contact' },
  },
}
