import { consultantsBadge, devsecopsTransformationConsultants, serviceBadge } from '../constants'
import { site } from '../site'
import type { Service } from '../types'

export const devsecops: Service = {
  path: '/services/devsecops',
  title: `DevSecOps and secure SDLC | ${site.name}`,
  description:
    'CI/CD pipeline security, SAST, DAST, IAST and security champions for software teams that want fewer findings and faster releases.',
  hero: {
    eyebrow: 'Service',
    heading: 'DevSecOps and SDLC',
    lead: 'Security that arrives at the end of a project is paid for twice. We move it into the work itself: into the design discussion, the pull request and the pipeline, where a correction takes minutes and no release date is at stake.',
  },
  badge: serviceBadge,
  back: { label: 'All services', href: '/services' },
  overview: [
    'A scanner that reports four hundred findings on its first day has taught developers to ignore it by its second. We therefore introduce few checks, tune them on your own code, and only then allow them to block a build. The order of work follows the OWASP SAMM assessment we begin with, so that progress can be shown in a year by the same yardstick.',
    'The pipeline itself deserves the same care. Whoever controls the build controls production, which is why we treat runners, signing keys and third-party actions as part of the attack surface.',
  ],
  topics: {
    heading: 'What we build',
    items: [
      {
        title: 'CI/CD pipeline security',
        description:
          'Short-lived credentials through workload identity, isolated runners, pinned dependencies and actions, signed artefacts with provenance after SLSA, and branch rules that hold for administrators too.',
      },
      {
        title: 'SAST',
        description:
          'Static analysis with rules selected for your languages and frameworks. Findings appear in the pull request with an explanation, and false positives are removed at their source.',
      },
      {
        title: 'DAST',
        description:
          'Authenticated scans of running applications and APIs against a disposable environment, driven by your OpenAPI definitions so that coverage is known and not guessed.',
      },
      {
        title: 'IAST',
        description:
          'Instrumented integration tests that confirm whether untrusted input truly reaches a dangerous call, which settles many arguments about exploitability.',
      },
      {
        title: 'Security champions',
        description:
          'One developer in each team is trained, given time and a mandate, and supported by us through threat modelling and code review until the role stands without help.',
      },
      {
        title: 'Vulnerability management platform',
        description:
          'All tools report to one place, where duplicates collapse, owners are assigned from the repository, and service levels are counted from first detection.',
      },
    ],
  },
  lists: {
    heading: 'Tools',
    intro: 'Open source where it is good enough, commercial where it saves more than it costs.',
    groups: [
      { title: 'Pipelines', items: ['GitHub Actions', 'GitLab CI/CD', 'Azure DevOps', 'Jenkins'] },
      { title: 'Static analysis', items: ['CodeQL', 'Semgrep', 'SonarQube', 'Checkmarx'] },
      { title: 'Dynamic analysis', items: ['ZAP', 'Burp Suite', 'Nuclei', 'Contrast Assess (IAST)'] },
      { title: 'Supply chain', items: ['Trivy', 'Dependency-Track', 'Sigstore', 'Gitleaks'] },
    ],
  },
  approach: {
    heading: 'Full-team transformation',
    intro: `For organisations with several product teams we send ${consultantsBadge(devsecopsTransformationConsultants)}, who work inside the teams and leave them one after the other.`,
    items: [
      {
        title: 'Assess',
        description:
          'Interviews, repository review and a SAMM score for each product. The result is a backlog, not a report.',
      },
      {
        title: 'Pilot',
        description:
          'One willing team and one product. Every check is tuned here, and its cost in build minutes is recorded.',
      },
      {
        title: 'Roll out',
        description:
          'Templates and champions carry the checks to the remaining teams in waves of a size that support can handle.',
      },
      {
        title: 'Let go',
        description:
          'Champions take over reviews and tuning. We return for the second assessment and for nothing else unless asked.',
      },
    ],
  },
  results: {
    heading: 'What remains with you',
    items: [
      'Reusable pipeline templates with security gates you can explain',
      'Threat models of your critical applications, kept beside the code',
      'A software bill of materials for each release, in CycloneDX or SPDX',
      'Trained champions and a curriculum for their successors',
    ],
  },
  closing: {
    heading: 'Bring us one pipeline',
    text: 'Show us how a change travels from a laptop to production. The first hour usually reveals which step an attacker would choose, and it costs nothing.',
    cta: { label: 'Discuss your delivery pipeline', href: '/contact' },
  },
}
