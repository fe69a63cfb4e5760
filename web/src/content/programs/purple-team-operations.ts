import { consultantsBadge, programConstants } from '../constants'
import { site } from '../site'
import type { Program } from '../types'

export const purpleTeamOperations: Program = {
  path: '/programs/purple-team-operations',
  title: `Purple team operations program | ${site.name}`,
  description:
    'Two to four consultants run red and blue as one team for two to four months: five-step cycles from scoping to validated detections and metrics.',
  hero: {
    eyebrow: 'Program',
    heading: 'Purple Team Operations',
    lead: 'A penetration test tells you that someone got in. A purple team tells you at which minute you could have known, and stays until you would.',
  },
  badges: [consultantsBadge(programConstants.purpleTeamOperations.consultants)],
  timeline: programConstants.purpleTeamOperations.timeline,
  timelineLabel: 'Timeline',
  back: { label: 'All programs', href: '/programs' },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'Our operators execute the techniques of adversaries that are relevant to you, in the open, while your defenders watch their screens. When something passes unseen, both sides look at the evidence together: was there no data, no rule, no alert, or no reaction? Each of these has a different remedy, and it is applied within the same cycle.',
      'The program runs in production, because detections behave differently in a laboratory. Safety rules, stop words and a contact who can end the exercise at any time are agreed before the first command.',
    ],
  },
  deliverables: {
    heading: 'Deliverables',
    groups: [
      {
        items: [
          {
            title: 'Adversary profile and plan',
            description:
              'Threat actors selected for your sector, their techniques in ATT&CK terms, and an emulation plan your management has approved.',
          },
          {
            title: 'Execution log',
            description:
              'Every action with time, source, target and command, exact enough for a defender to search for it and for an auditor to follow.',
          },
          {
            title: 'Detection matrix',
            description:
              'For each technique: recorded, detected, alerted, responded. Before and after every cycle, on one page.',
          },
          {
            title: 'New and repaired detections',
            description:
              'Rules written during the exercise, tested against the recorded activity and merged into your own content repository.',
          },
          {
            title: 'Repeatable test cases',
            description:
              'Techniques packaged as automated tests, so that a later change which breaks a detection is noticed within a day.',
          },
          {
            title: 'Trained defenders',
            description:
              'Analysts who have seen each attack with their own eyes, and know what its first ten minutes look like in your logs.',
          },
        ],
      },
    ],
  },
  lifecycle: {
    heading: 'The five-step lifecycle',
    intro: 'A cycle takes two to three weeks. The last step sets the scope of the next.',
    items: [
      {
        title: 'Planning and scoping',
        description: 'Objectives, adversary, systems, rules of engagement, and the hypotheses to be tested.',
      },
      {
        title: 'Red team execution',
        description: 'Techniques are carried out one by one, announced, timed and recorded.',
      },
      {
        title: 'Blue team analysis',
        description: 'Defenders trace each action in their data and explain why it did or did not surface.',
      },
      {
        title: 'Detection engineering',
        description:
          'Missing data is collected, rules are written, noise is removed, runbooks are corrected.',
      },
      {
        title: 'Validation and metrics',
        description:
          'Everything is executed again. Coverage and reaction times are compared with the values before.',
      },
    ],
  },
  idealFor: {
    heading: 'Ideal for',
    items: [
      'Operations centres that want proof of what they detect',
      'Financial institutions preparing for threat-led testing such as TIBER-EU',
      'Teams that have had a red team report and no time to act on it',
      'Providers who must show clients that their service works',
    ],
  },
  closing: {
    heading: 'Pick an adversary',
    text: 'Tell us who you think would attack you, and how. We will sketch the first cycle in the conversation.',
    cta: { label: 'Discuss a purple team', href: '/contact' },
  },
}
