import { serviceBadge } from '../constants'
import { site } from '../site'
import type { Service } from '../types'

export const threatDetectionResponse: Service = {
  path: '/services/threat-detection-response',
  title: `Threat detection and response | ${site.name}`,
  description:
    'SIEM, XDR, EDR, breach and attack simulation, detection as code, threat intelligence and OT security, engineered by Swiss consultants.',
  hero: {
    eyebrow: 'Service',
    heading: 'Threat Detection and Response',
    lead: 'An intrusion becomes a breach in the time between the first trace and the first reaction. We engineer that time down: the right telemetry, detections that have been tested, and a response your own team can carry out at three in the morning.',
  },
  badge: serviceBadge,
  back: { label: 'All services', href: '/services' },
  overview: [
    'Most organisations do not lack tools; they lack detections they can rely on. A SIEM that stores everything and explains nothing costs more each year and is trusted less. We begin with the attacks that would hurt you most, derive the techniques behind them from MITRE ATT&CK, and check which of them your current sensors would record, which they would report, and which would pass unseen.',
    'What follows is engineering. Log sources are added because a detection needs them, rules are reviewed and versioned like software, and each one is exercised by a simulated attack before it may wake anybody.',
  ],
  topics: {
    heading: 'What we build',
    items: [
      {
        title: 'SIEM',
        description:
          'Architecture, migration and tuning of your central detection platform: data onboarding by need, normalised schemas, retention that satisfies the law and the budget, and correlation that joins identity, endpoint and network.',
      },
      {
        title: 'EDR and XDR',
        description:
          'Rollout to every endpoint that matters, servers included, with policies raised in steps from audit to block, documented exclusions, and response actions an analyst may take without asking.',
      },
      {
        title: 'Breach attack simulation',
        description:
          'Scheduled, harmless executions of real techniques show whether prevention and detection still work after the last change. Every failure opens a ticket with the evidence attached.',
      },
      {
        title: 'Detection as code',
        description:
          'Sigma rules in a repository, peer review, unit tests against recorded events, automatic deployment, and a coverage map that is generated from what runs, not drawn by hand.',
      },
      {
        title: 'Threat intelligence',
        description:
          'Sources chosen for your sector, indicators with an expiry date, and written assessments that tell the operations team what to look for this month.',
      },
      {
        title: 'OT security',
        description:
          'Passive monitoring of industrial networks, zones and conduits after IEC 62443, and response procedures agreed with the people who run the plant, because availability and safety come first there.',
      },
    ],
  },
  lists: {
    heading: 'Platforms we work with',
    intro: 'We sell no licences. The choice follows your estate, your contracts and the skills in your team.',
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
          'Two weeks of reading configurations, replaying techniques and talking to analysts give a coverage map of where you stand.',
      },
      {
        title: 'Design',
        description:
          'We agree on threat scenarios, data sources, severity levels and who answers which alert within what time.',
      },
      {
        title: 'Build and test',
        description:
          'Detections go live in small batches. A rule that cannot be triggered by its own test does not ship.',
      },
      {
        title: 'Hand over',
        description:
          'Your analysts write the last batch themselves while we review. Runbooks and repository remain with you.',
      },
    ],
  },
  results: {
    heading: 'What you hold at the end',
    items: [
      'A coverage map against MITRE ATT&CK, with the gaps you have chosen to accept',
      'A detection repository with tests and a deployment pipeline',
      'Response runbooks, rehearsed at least once',
      'A data onboarding plan that names the cost of each source',
    ],
  },
  closing: {
    heading: 'Which attack worries you most?',
    text: 'Name one scenario. In the first conversation we can usually say which evidence it would leave in your environment, and whether anyone would see it.',
    cta: { label: 'Discuss detection and response', href: '/contact' },
  },
}
