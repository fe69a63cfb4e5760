import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const mssps: Segment = {
  path: paths.mssps,
  title: `For managed security providers | ${site.name}`,
  description:
    'Senior engineers for your managed service: detection content, onboarding, automation, hunting, quality reviews and help with hard cases.',
  hero: {
    eyebrow: 'Why us: MSSPs',
    heading: 'Senior specialists for your service',
    lead: 'Your clients pay you for round-the-clock monitoring. A specialist you need for only three weeks a quarter is hard to justify on the payroll. We provide that specialist.',
  },
  intro: [
    'Providers are judged on detections that work for 40 tenants at once, and on the time from contract to first useful alert. Both are engineering problems. We work under your name or ours, in your tools, and hand over everything we build.',
  ],
  change: {
    heading: 'Before and after',
    columns: ['Before', 'After'],
    rows: [
      ['Rules', 'Copied from client to client', 'One tested library, with settings for each client'],
      ['New client', 'Connected by hand', 'Connected from a template'],
      ['Hard case', 'Waits for the one who knows', 'Goes to a named specialist'],
    ],
  },
  offerings: [
    {
      heading: 'Six offerings for providers',
      items: [
        {
          title: 'Multi-tenant detection content',
          description:
            'A Sigma rule base with per-client parameters, tests and staged deployment, so that one fix reaches every tenant on the same day.',
        },
        {
          title: 'Client onboarding',
          description:
            'Templates for log sources, access and baselines that cut onboarding from months to weeks.',
        },
        {
          title: 'SOAR and triage automation',
          description:
            'Playbooks that enrich and close repetitive alerts, within limits that an analyst can see and change.',
        },
        {
          title: 'Threat hunting on demand',
          description:
            'Scheduled or incident-driven hunts across tenants, with reports you can pass on to clients.',
        },
        {
          title: 'Escalation bench',
          description:
            'Named consultants for malware analysis, cloud forensics or OT questions that the shift on duty cannot answer.',
        },
        {
          title: 'Service quality review',
          description:
            'Purple team exercises against your own service, and a list of what a demanding client would find.',
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
          'We do not run an operations centre. Client relationships stay with you, and the contract says so.',
      },
      {
        title: 'Elastic capacity',
        description: 'From one consultant to six or more, booked by the sprint, with no minimum retainer.',
      },
      {
        title: 'Full handover',
        description:
          'Every delivery includes code, documentation and pairing sessions, so that your team can make the next change.',
      },
    ],
  },
  closing: {
    heading: 'Which client takes up most of your time?',
    text: 'Describe the case without naming the client. We will tell you what we would automate, what we would hunt for, and what we would leave alone.',
    cta: { label: 'Contact Us', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
