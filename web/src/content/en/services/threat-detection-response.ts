import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const threatDetectionResponse: Service = {
  path: paths.threatDetectionResponse,
  title: `Threat detection and response | ${site.name}`,
  description:
    'SIEM, XDR, EDR, breach and attack simulation, detection as code, threat intelligence and OT security, engineered by Swiss consultants.',
  hero: {
    eyebrow: 'Service',
    heading: 'Threat Detection and Response',
    lead: 'An intrusion becomes a breach when nobody reacts in time. We shorten the time from first trace to first response with the right telemetry, tested detections, and runbooks your team can follow at 3 a.m.',
  },
  back: { label: 'All services', href: paths.services },
  overview: [
    'Most organisations have enough tools but too few detections they can rely on. We start with the attacks that would hurt you most and map them to MITRE ATT&CK techniques. Then we test which techniques your sensors record, which they report, and which they miss.',
    'We add a log source only when a detection needs it. Rules are reviewed and versioned like software, and each is tested with a simulated attack before it can page anyone.',
  ],
  topics: {
    heading: 'What we build',
    items: [
      {
        title: 'SIEM',
        description:
          'Architecture, migration and tuning of your central detection platform: onboarding of the sources you need, normalised schemas, retention within legal and budget limits, and correlation across identity, endpoint and network.',
      },
      {
        title: 'EDR and XDR',
        description:
          'Rollout to all relevant endpoints, including servers. Policies move from audit to block in steps, exclusions are documented, and analysts have pre-approved response actions.',
      },
      {
        title: 'Breach attack simulation',
        description:
          'Scheduled, harmless runs of real attack techniques show whether prevention and detection still work after a change. Every failure opens a ticket with the evidence attached.',
      },
      {
        title: 'Detection as code',
        description:
          'Sigma rules in a repository, peer review, unit tests against recorded events, automatic deployment, and a coverage map generated from the deployed rules.',
      },
      {
        title: 'Threat intelligence',
        description:
          'Sources chosen for your sector, indicators with an expiry date, and written assessments that tell the operations team what to look for this month.',
      },
      {
        title: 'OT security',
        description:
          'Passive monitoring of industrial networks, zones and conduits per IEC 62443, and response procedures agreed with the plant’s operators, for whom safety and availability come first.',
      },
    ],
  },
  lists: {
    heading: 'Platforms we work with',
    intro:
      'We do not sell licences. The choice depends on your environment, your contracts and your team’s skills.',
    groups: [
      {
        title: 'SIEM',
        items: [
          'Microsoft Sentinel',
          'Splunk Enterprise Security',
          'Elastic Security',
          'Google Security Operations',
        ],
      },
      {
        title: 'EDR and XDR',
        items: ['Microsoft Defender XDR', 'CrowdStrike Falcon', 'SentinelOne Singularity', 'Cortex XDR'],
      },
      { title: 'Simulation', items: ['Atomic Red Team', 'MITRE Caldera', 'AttackIQ', 'SafeBreach'] },
      {
        title: 'OT monitoring',
        items: ['Microsoft Defender for IoT', 'Nozomi Networks', 'Claroty', 'Dragos'],
      },
    ],
  },
  approach: {
    heading: 'How an engagement runs',
    items: [
      {
        title: 'Measure',
        description:
          'In two weeks, we review configurations, run attack techniques and talk to analysts. The result is a map of your current coverage.',
      },
      {
        title: 'Design',
        description:
          'We agree on threat scenarios, data sources, severity levels, alert owners and response times.',
      },
      {
        title: 'Build and test',
        description: 'Detections go live in small batches. A rule that fails its own test is not deployed.',
      },
      {
        title: 'Hand over',
        description:
          'Your analysts write the last batch and we review it. You keep the runbooks and the repository.',
      },
    ],
  },
  results: {
    heading: 'What you receive',
    items: [
      'A MITRE ATT&CK coverage map, including the gaps you accept',
      'A detection repository with tests and a deployment pipeline',
      'Response runbooks, rehearsed at least once',
      'A data onboarding plan with the cost of each source',
    ],
  },
  closing: {
    heading: 'Which attack worries you most?',
    text: 'Name one scenario. In the first call, we can usually tell you what evidence it would leave in your environment and whether anyone would see it.',
    cta: { label: 'Discuss detection and response', href: paths.contact },
    inquiry: { reason: 'threat-detection-response' },
  },
}
