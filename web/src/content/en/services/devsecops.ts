import type { Service } from '../../types'
import { consultantsBadge, devsecopsTransformationConsultants } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const devsecops: Service = {
  path: paths.devsecops,
  title: `DevSecOps and secure SDLC | ${site.name}`,
  description:
    'CI/CD pipeline security, SAST, DAST, IAST and security champions for software teams that want fewer findings and faster releases.',
  hero: {
    eyebrow: 'Service',
    heading: 'DevSecOps and SDLC',
    lead: 'A flaw is cheaper to fix in a pull request than in production. We add security checks to design reviews, pull requests and the pipeline, where a fix takes minutes and does not delay a release.',
  },
  back: { label: 'All services', href: paths.services },
  overview: [
    'Developers ignore a scanner that reports 400 findings on its first day. We introduce a few checks, tune them on your code, and only then let them block a build. An OWASP SAMM assessment at the start sets the priorities; a second one a year later measures progress.',
    'We also secure the pipeline itself. An attacker who controls the build controls production, so we treat runners, signing keys and third-party actions as part of the attack surface.',
  ],
  topics: {
    heading: 'What we build',
    items: [
      {
        title: 'CI/CD pipeline security',
        description:
          'Short-lived credentials through workload identity, isolated runners, pinned dependencies and actions, signed artefacts with SLSA provenance, and branch rules that also apply to administrators.',
      },
      {
        title: 'SAST',
        description:
          'Static analysis with rules selected for your languages and frameworks. Findings appear in the pull request with an explanation, and we correct the rules that cause false positives.',
      },
      {
        title: 'DAST',
        description:
          'Authenticated scans of applications and APIs in a disposable environment, driven by your OpenAPI definitions so that coverage can be measured.',
      },
      {
        title: 'IAST',
        description:
          'Instrumented integration tests that show whether untrusted input reaches a dangerous call. The result tells you whether a finding is exploitable.',
      },
      {
        title: 'Security champions',
        description:
          'We train one developer in each team and agree on a time budget and a mandate with management. We support the champions in threat modelling and code review until they can work without us.',
      },
      {
        title: 'Vulnerability management platform',
        description:
          'All tools report to one platform that merges duplicates, assigns owners based on the repository, and measures service levels from first detection.',
      },
    ],
  },
  lists: {
    heading: 'Tools',
    intro:
      'We use open source where it is sufficient, and commercial tools where they save more than they cost.',
    groups: [
      { title: 'Pipelines', items: ['GitHub Actions', 'GitLab CI/CD', 'Azure DevOps', 'Jenkins'] },
      { title: 'Static analysis', items: ['CodeQL', 'Semgrep', 'SonarQube', 'Checkmarx'] },
      { title: 'Dynamic analysis', items: ['ZAP', 'Burp Suite', 'Nuclei', 'Contrast Assess (IAST)'] },
      { title: 'Supply chain', items: ['Trivy', 'Dependency-Track', 'Sigstore', 'Gitleaks'] },
    ],
  },
  approach: {
    heading: 'Full-team transformation',
    intro: `For organisations with several product teams: ${consultantsBadge(devsecopsTransformationConsultants)} join the teams and hand over to them one by one.`,
    items: [
      {
        title: 'Assess',
        description:
          'Interviews, repository review and a SAMM score for each product. The result is a prioritised backlog.',
      },
      {
        title: 'Pilot',
        description:
          'One volunteer team and one product. We tune every check and record its cost in build minutes.',
      },
      {
        title: 'Roll out',
        description:
          'Templates and champions bring the checks to the remaining teams, in waves small enough to support.',
      },
      {
        title: 'Hand over',
        description: 'Champions take over reviews and tuning. We return for the second assessment.',
      },
    ],
  },
  results: {
    heading: 'What you keep',
    items: [
      'Reusable pipeline templates with documented security gates',
      'Threat models of your critical applications, stored with the code',
      'A software bill of materials for each release, in CycloneDX or SPDX',
      'Trained champions and a curriculum for their successors',
    ],
  },
  closing: {
    heading: 'Show us one pipeline',
    text: 'Walk us through how a change gets from a laptop to production. In the first hour, which is free, we can usually name the step an attacker would target.',
    cta: { label: 'Discuss your delivery pipeline', href: paths.contact },
    inquiry: { reason: 'devsecops' },
  },
}
