import { consultantsBadge, programConstants } from '../constants'
import { site } from '../site'
import type { Program } from '../types'

export const siemThreatHunting: Program = {
  path: '/programs/siem-threat-hunting',
  title: `SIEM and threat hunting program | ${site.name}`,
  description:
    'One to five consultants, two to four months: a SIEM built as code, a working hunting program, GenAI assistance for analysts and honest dashboards.',
  hero: {
    eyebrow: 'Program',
    heading: 'SIEM and Threat Hunting',
    lead: 'Two halves of one craft. The SIEM catches what you have thought of; hunting looks for what you have not, and turns each discovery into the next rule.',
  },
  badges: [consultantsBadge(programConstants.siemThreatHunting.consultants)],
  timeline: programConstants.siemThreatHunting.timeline,
  timelineLabel: 'Timeline',
  back: { label: 'All programs', href: '/programs' },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'The program delivers a platform in operation, new or renewed, together with the habits that keep it useful. It begins with the questions the platform must answer, because ingestion is what you pay for and questions are what you get. Sources that answer none are left out, or sent to cheaper storage.',
      'From the second month on, analysts hunt in fixed sessions, led by ours and later by yours. A hunt starts with a hypothesis, ends with a written result, and leaves a detection, a data gap or a reassurance behind. All three are progress.',
    ],
  },
  deliverables: {
    heading: 'Five deliverables',
    groups: [
      {
        items: [
          {
            title: 'SIEM platform implementation',
            description:
              'Architecture, data onboarding with a common schema, access model, retention tiers and cost control, on Microsoft Sentinel, Splunk, Elastic or the platform you own.',
          },
          {
            title: 'Detection-as-Code framework',
            description:
              'Repository, review rules, tests against recorded telemetry, deployment pipeline, and conversion from Sigma to the query language of your platform.',
          },
          {
            title: 'Threat hunting program',
            description:
              'A backlog of hypotheses derived from your threat model, a method, notebooks, a calendar, and the first hunts carried out with your analysts.',
          },
          {
            title: 'GenAI analyst augmentation',
            description:
              'Language models that summarise incidents, draft queries and explain scripts, within limits: reviewed output, logged prompts, and no customer data leaving the agreed region.',
          },
          {
            title: 'Custom dashboards and reporting',
            description:
              'One view for the shift, one for the lead, one for management. Each figure links to the events it was counted from.',
          },
        ],
      },
    ],
  },
  idealFor: {
    heading: 'Ideal for',
    items: [
      'Security operations teams whose alert volume has outgrown them',
      'Companies leaving an ageing SIEM or a contract that is up for renewal',
      'Regulated firms that must detect and report incidents within hours',
      'Service providers who want one rule base across many clients',
    ],
  },
  closing: {
    heading: 'What would you hunt for first?',
    text: 'Bring your own hypothesis, or a quarter of your alert statistics. Either is enough for a useful first hour.',
    cta: { label: 'Discuss This Program', href: '/contact' },
  },
}
