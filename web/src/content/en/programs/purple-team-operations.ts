import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const purpleTeamOperations: Program = {
  path: paths.purpleTeamOperations,
  title: `Purple team operations program | ${site.name}`,
  description:
    'Two to four consultants lead red and blue teams for two to four months, in five-step cycles from scoping to validated detections and metrics.',
  hero: {
    eyebrow: 'Program',
    heading: 'Purple Team Operations',
    lead: 'A penetration test shows how an attacker gets in. A purple team shows at which steps you could have detected the attack, and adds the missing detections.',
  },
  badges: [consultantsBadge(programConstants.purpleTeamOperations.consultants)],
  timeline: programConstants.purpleTeamOperations.timeline,
  timelineLabel: 'Timeline',
  back: { label: 'All programs', href: paths.programs },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'Our operators openly run the techniques of adversaries that are relevant to you, while your defenders watch. When a technique goes undetected, both sides review the evidence: was there no data, no rule, no alert, or no reaction? Each of these causes has a different fix, which we apply in the same cycle.',
      'The program runs in production, because detections behave differently in a lab. Before the first command, we agree on safety rules, a stop signal and a contact who can end the exercise at any time.',
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
              'Threat actors selected for your sector, their ATT&CK techniques, and an emulation plan approved by your management.',
          },
          {
            title: 'Execution log',
            description:
              'Every action with its time, source, target and command, in enough detail for defenders to find it and for auditors to follow it.',
          },
          {
            title: 'Detection matrix',
            description:
              'One page that shows whether each technique was recorded, detected, alerted on or responded to, before and after each cycle.',
          },
          {
            title: 'New and corrected detections',
            description:
              'Rules written during the exercise, tested against the recorded activity and merged into your own detection repository.',
          },
          {
            title: 'Repeatable test cases',
            description:
              'Techniques packaged as automated tests, so that a change that breaks a detection is noticed within a day.',
          },
          {
            title: 'Trained defenders',
            description:
              'Analysts who have seen each attack happen and know what its first ten minutes look like in your logs.',
          },
        ],
      },
    ],
  },
  lifecycle: {
    heading: 'The five-step lifecycle',
    intro: 'A cycle takes two to three weeks. The last step sets the scope of the next cycle.',
    items: [
      {
        title: 'Planning and scoping',
        description: 'Objectives, adversary, systems, rules of engagement, and the hypotheses to test.',
      },
      {
        title: 'Red team execution',
        description: 'Operators announce, time and record each technique as they run it.',
      },
      {
        title: 'Blue team analysis',
        description: 'Defenders trace each action in their data and explain why it was or was not detected.',
      },
      {
        title: 'Detection engineering',
        description: 'The team collects missing data, writes rules, removes noise and corrects runbooks.',
      },
      {
        title: 'Validation and metrics',
        description:
          'Every technique is run again, and coverage and reaction times are compared with the first run.',
      },
    ],
  },
  team: programTeam(
    'Two people run each cycle, one on each side; two more join for the adversary profile and the test cases.',
    { jonas: 'Program lead, red team execution', flurin: 'Blue team analysis and detection engineering' },
    { noemie: 'Adversary profile and threat intelligence', selma: 'Repeatable, automated test cases' },
  ),
  idealFor: {
    heading: 'Ideal for',
    items: [
      'Operations centres that need proof of what they detect',
      'Financial institutions preparing for threat-led testing such as TIBER-EU',
      'Teams with a red team report and no time to act on it',
      'Providers that must show clients that their service works',
    ],
  },
  closing: {
    heading: 'Choose an adversary',
    text: 'Tell us who you think would attack you, and how. We will outline the first cycle in the first call.',
    cta: { label: 'Discuss a purple team', href: paths.contact },
    inquiry: { program: 'purple-team-operations', reason: 'threat-detection-response' },
  },
}
