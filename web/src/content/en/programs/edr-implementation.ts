import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const edrImplementation: Program = {
  path: paths.edrImplementation,
  title: `EDR/XDR implementation program | ${site.name}`,
  description:
    'One to three consultants bring EDR or XDR to every endpoint in one to three months: pilot, staged rollout, tuning, response runbooks and handover.',
  hero: {
    eyebrow: 'Program',
    heading: 'EDR/XDR Implementation',
    lead: 'An endpoint sensor protects you only if it is installed everywhere, set to block attacks, and monitored. This program covers all three.',
  },
  badges: [consultantsBadge(programConstants.edrImplementation.consultants)],
  timeline: programConstants.edrImplementation.timeline,
  timelineLabel: 'Timeline',
  back: { label: 'All programs', href: paths.programs },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'Rollouts stall for the same reasons: servers nobody dares to touch, an old application that conflicts with the sensor, policies left in audit mode after the pilot, and an alert queue without an owner. We plan for these from the first week. Each group of machines moves from observation to prevention when it meets criteria agreed in advance.',
      'In the XDR variant, we add identity, email and cloud signals, so that one incident shows the whole attack from the first message to the last process. You choose the platform, or we help you select one in a trial on your own machines.',
    ],
  },
  deliverables: {
    heading: 'Deliverables',
    groups: [
      {
        items: [
          {
            title: 'Coverage plan and inventory check',
            description:
              'Endpoints, servers and virtual desktops reconciled with the directory and the asset register. Machines that cannot run a sensor get a compensating control.',
          },
          {
            title: 'Pilot and staged rollout',
            description:
              'Deployment in stages through your own software distribution tool, with a tested rollback and a change record for each stage.',
          },
          {
            title: 'Prevention policies',
            description:
              'Policies for each class of machine, tightened step by step, and an exclusion list in which every entry has a reason and a review date.',
          },
          {
            title: 'Custom detections',
            description:
              'Behavioural rules for your critical systems and administrative tools, each verified by running the technique it should catch.',
          },
          {
            title: 'Response runbooks',
            description:
              'Isolation, evidence collection, credential reset and return to service, agreed with the system owners and rehearsed with the team on duty.',
          },
          {
            title: 'Handover and metrics',
            description:
              'Analyst training with real cases, and a dashboard of coverage, sensor health, time to acknowledge and time to contain.',
          },
        ],
      },
    ],
  },
  phases: {
    heading: 'Three stages',
    intro: 'Each stage ends when its criterion is met.',
    items: [
      {
        title: 'Prepare',
        duration: 'until the pilot runs without conflicts',
        description:
          'Inventory, platform choice or review, policy design, success criteria, and a pilot group that includes the difficult machines.',
      },
      {
        title: 'Roll out',
        duration: 'until every machine is in prevention mode',
        description: 'Deployment in waves, with a daily review of conflicts and false positives.',
      },
      {
        title: 'Operate',
        duration: 'until your team takes over',
        description:
          'Your team responds to a simulated intrusion while we observe. We fix what was slow, then hand over.',
      },
    ],
  },
  team: programTeam(
    'One person runs the program; two more join for signals beyond the endpoint and for the test at the end.',
    { flurin: 'Program lead, policies and detections' },
    { aurelio: 'Identity, email and cloud signals', jonas: 'Attack techniques and the simulated intrusion' },
  ),
  idealFor: {
    heading: 'Ideal for',
    items: [
      'Organisations replacing a signature-based antivirus product',
      'Teams that have deployed only some of the sensors they pay for',
      'Firms whose insurer or auditor asks for proof of endpoint coverage',
      'Groups that must bring acquired companies up to a common standard',
    ],
  },
  closing: {
    heading: 'How many of your endpoints report today?',
    text: 'If you do not know, finding out is the first step of this program. In the first call, we outline the scope, the team and the approximate cost.',
    cta: { label: 'Discuss EDR implementation', href: paths.contact },
    inquiry: { program: 'edr-implementation', reason: 'threat-detection-response' },
  },
}
