import { site } from '../site'
import type { Segment } from '../types'

export const mssps: Segment = {
  path: '/why-us/mssps',
  title: `For managed security providers | ${site.name}`,
  description:
    'Senior engineers behind your managed service: detection content, onboarding, automation, hunting, quality review and extra hands for hard cases.',
  hero: {
    eyebrow: 'Why us: MSSPs',
    heading: 'Depth behind your own service',
    lead: 'Your clients buy round-the-clock attention from you. What is hard to keep on the payroll is the specialist you need for three weeks a quarter. That is the work we take.',
  },
  intro: [
    'A provider is measured by detections that hold for forty tenants at once and by the hours between contract and first useful alert. Both are engineering problems, and both repay a good design many times over. We work under your name or ours, in your tooling, and hand over everything we build.',
  ],
  offerings: [
    {
      heading: 'Six offerings for providers',
      items: [
        {
          title: 'Multi-tenant detection content',
          description:
            'A Sigma rule base with per-client parameters, tests and staged deployment, so that one correction reaches every tenant on the same day.',
        },
        {
          title: 'Client onboarding factory',
          description:
            'Templates for log sources, access and baselines that turn an onboarding of months into a checklist of weeks.',
        },
        {
          title: 'SOAR and triage automation',
          description:
            'Playbooks that enrich and close the repetitive half of the queue, with limits that an analyst can see and change.',
        },
        {
          title: 'Threat hunting on demand',
          description:
            'Scheduled or incident-driven hunts across tenants, written up in a form you can pass on to the client.',
        },
        {
          title: 'Escalation bench',
          description:
            'Named consultants for malware analysis, cloud forensics or OT questions that exceed the shift on duty.',
        },
        {
          title: 'Service quality review',
          description:
            'Purple team exercises against your own service, and an honest list of what a demanding client would find.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Why providers choose this model',
    items: [
      {
        title: 'No competition for clients',
        description:
          'We run no operations centre. Client relationships stay with you, and the contract says so.',
      },
      {
        title: 'Elastic capacity',
        description:
          'From one consultant to six and more, engaged by the sprint, without a retained minimum.',
      },
      {
        title: 'Work that transfers',
        description:
          'Code, documentation and pairing sessions are part of each delivery, so that the next change needs no call to us.',
      },
    ],
  },
  closing: {
    heading: 'Which client is keeping you busy?',
    text: 'Describe the case without names. We will tell you what we would automate, what we would hunt, and what we would leave alone.',
    cta: { label: 'Contact Us', href: '/contact' },
  },
}
