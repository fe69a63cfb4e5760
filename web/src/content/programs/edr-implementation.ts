import { consultantsBadge, programConstants } from '../constants'
import { site } from '../site'
import type { Program } from '../types'

export const edrImplementation: Program = {
  path: '/programs/edr-implementation',
  title: `EDR/XDR implementation program | ${site.name}`,
  description:
    'One to three consultants bring EDR or XDR to every endpoint in one to three months: pilot, staged rollout, tuning, response runbooks and handover.',
  hero: {
    eyebrow: 'Program',
    heading: 'EDR/XDR Implementation',
    lead: 'An endpoint sensor protects the machines it is installed on, in the mode it is set to, if somebody reads what it says. This program sees to all three.',
  },
  badges: [consultantsBadge(programConstants.edrImplementation.consultants)],
  timeline: programConstants.edrImplementation.timeline,
  timelineLabel: 'Timeline',
  back: { label: 'All programs', href: '/programs' },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'Rollouts stall at the same places: servers nobody dares to touch, an old application that the sensor dislikes, policies left in audit mode after the pilot, and an alert queue without an owner. We plan for these from the first week. Each group of machines moves from observation to prevention on criteria that were written down beforehand.',
      'In the XDR variant, identity, mail and cloud signals join the endpoint view, so that one incident tells the story from the first message to the last process. The platform may be one you have chosen or one we help you select by a trial on your own machines.',
    ],
  },
  deliverables: {
    heading: 'Deliverables',
    groups: [
      {
        items: [
          {
            title: 'Coverage plan and inventory match',
            description:
              'Endpoints, servers and virtual desktops reconciled with directory and asset register; machines that cannot carry a sensor receive a compensating control.',
          },
          {
            title: 'Pilot and staged rollout',
            description:
              'Deployment by your own software distribution in rings, with a tested way back, and a change record for each ring.',
          },
          {
            title: 'Prevention policies',
            description:
              'Policies for each class of machine, raised step by step, and an exclusion list in which every entry has a reason and a review date.',
          },
          {
            title: 'Custom detections',
            description:
              'Behavioural rules for your crown jewels and administrative tools, each verified by an execution of the technique it is meant to catch.',
          },
          {
            title: 'Response runbooks',
            description:
              'Isolation, evidence collection, credential reset and return to service, agreed with the owners of the systems and rehearsed with the team on duty.',
          },
          {
            title: 'Handover and metrics',
            description:
              'Analyst training on real cases, and a dashboard of coverage, sensor health, time to acknowledge and time to contain.',
          },
        ],
      },
    ],
  },
  phases: {
    heading: 'Three stages',
    intro: 'Each stage ends on a criterion, not on a date.',
    items: [
      {
        title: 'Prepare',
        duration: 'until the pilot is quiet',
        description:
          'Inventory, platform choice or review, policy design, success criteria, and a pilot group that includes the difficult machines.',
      },
      {
        title: 'Roll out',
        duration: 'until every ring prevents',
        description:
          'Ring by ring, with daily review of conflicts and false alerts, until every ring is in prevention.',
      },
      {
        title: 'Operate',
        duration: 'until your team leads',
        description:
          'A simulated intrusion is answered by your team while ours observes. What went slowly is corrected, then we leave.',
      },
    ],
  },
  idealFor: {
    heading: 'Ideal for',
    items: [
      'Organisations replacing a signature-based antivirus product',
      'Teams with a sensor licence that is only half deployed',
      'Firms whose insurer or auditor asks for proof of endpoint coverage',
      'Groups that bring acquired companies to one standard',
    ],
  },
  closing: {
    heading: 'How many of your endpoints report today?',
    text: 'If the answer takes more than a minute, that is where this program starts. A first conversation settles scope, team and order of magnitude.',
    cta: { label: 'Discuss EDR implementation', href: '/contact' },
  },
}
