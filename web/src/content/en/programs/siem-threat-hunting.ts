import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const siemThreatHunting: Program = {
  path: paths.siemThreatHunting,
  title: `SIEM and threat hunting program | ${site.name}`,
  description:
    'One to five consultants, two to four months: a SIEM built as code, a threat hunting program, dashboards and GenAI assistance for analysts.',
  hero: {
    eyebrow: 'Program',
    heading: 'SIEM and Threat Hunting',
    lead: 'A SIEM detects the attacks for which you have written rules. Threat hunting looks for the others and turns each discovery into a new rule.',
  },
  badges: [consultantsBadge(programConstants.siemThreatHunting.consultants)],
  timeline: programConstants.siemThreatHunting.timeline,
  timelineLabel: 'Timeline',
  back: { label: 'All programs', href: paths.programs },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'The program delivers a working platform, new or upgraded, and the routines that keep it useful. We start with the questions the platform must answer. Because ingestion costs money, sources that do not help to answer them are left out or sent to cheaper storage.',
      'From the second month, analysts hunt in scheduled sessions, led first by our consultants and later by your team. Each hunt starts with a hypothesis and ends with a written result: a new detection, a data gap, or a record that nothing was found.',
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
              'Architecture, data onboarding with a common schema, access model, retention tiers and cost control, on Microsoft Sentinel, Splunk, Elastic or your existing platform.',
          },
          {
            title: 'Detection-as-Code framework',
            description:
              'Repository, review rules, tests against recorded telemetry, deployment pipeline, and conversion from Sigma to the query language of your platform.',
          },
          {
            title: 'Threat hunting program',
            description:
              'A backlog of hypotheses derived from your threat model, a method, notebooks, a schedule, and the first hunts run with your analysts.',
          },
          {
            title: 'GenAI analyst augmentation',
            description:
              'Language models that summarise incidents, draft queries and explain scripts, within limits: output is reviewed, prompts are logged, and no customer data leaves the agreed region.',
          },
          {
            title: 'Custom dashboards and reporting',
            description:
              'Separate views for the analysts on shift, the team lead and management. Each figure links to the underlying events.',
          },
        ],
      },
    ],
  },
  team: programTeam(
    'One person runs the program; up to four more join, depending on the deliverables that you choose.',
    { flurin: 'Program lead, platform and detection as code' },
    {
      noemie: 'Data onboarding, schema and dashboards',
      jonas: 'Hypotheses and hunts',
      selma: 'Repository, tests and deployment pipeline',
      dario: 'Limits for language models, data protection',
    },
  ),
  idealFor: {
    heading: 'Ideal for',
    items: [
      'Security operations teams with more alerts than they can handle',
      'Companies replacing an ageing SIEM or facing a contract renewal',
      'Regulated firms that must detect and report incidents within hours',
      'Service providers that want one rule base for many clients',
    ],
  },
  closing: {
    heading: 'What would you hunt for first?',
    text: 'Bring a hypothesis, or your alert statistics for the last quarter. Either is enough for a useful first hour.',
    cta: { label: 'Discuss This Program', href: paths.contact },
    inquiry: { program: 'siem-threat-hunting', reason: 'threat-detection-response' },
  },
}
