import { serviceBadge } from '../constants'
import { site } from '../site'
import type { Service } from '../types'

export const cloudSecurity: Service = {
  path: '/services/cloud-security',
  title: `Cloud security architecture | ${site.name}`,
  description:
    'Azure security, landing zones, IAM, RBAC, Defender for Cloud and CSPM, aligned with revFADP, GDPR, ISO 27001, ISO 27018 and FINMA outsourcing rules.',
  hero: {
    eyebrow: 'Service',
    heading: 'Cloud Security Architecture',
    lead: 'Cloud incidents rarely need an exploit; a permission that was granted in haste will do. We design Azure environments in which such a permission cannot be granted unnoticed, and in which the regulator’s questions already have an answer.',
  },
  badge: serviceBadge,
  back: { label: 'All services', href: '/services' },
  overview: [
    'Swiss organisations move to the cloud under particular conditions: professional secrecy, outsourcing rules, and customers who ask where their data lies and who can read it. These are architectural questions. They decide the region, the key management, the support access and the log retention, and they are cheap to settle before the first workload moves and expensive after.',
    'We describe the target in code. Policies, roles and network rules are deployed from a repository, so that the documentation an auditor receives and the environment in operation come from one source.',
  ],
  topics: {
    heading: 'What we design and build',
    items: [
      {
        title: 'Azure security',
        description:
          'Network segmentation with private endpoints, encryption with customer-managed keys where secrecy demands it, Customer Lockbox, and central logging into a workspace that administrators cannot empty.',
      },
      {
        title: 'Landing zones',
        description:
          'Management groups, subscriptions and guardrails after the Cloud Adoption Framework, written in Terraform or Bicep, with a path by which a product team obtains a compliant subscription in a day.',
      },
      {
        title: 'Identity: IAM and RBAC',
        description:
          'Entra ID with phishing-resistant sign-in, Conditional Access that has been tested against its exceptions, just-in-time elevation, access reviews, and custom roles that grant what a job requires.',
      },
      {
        title: 'Defender for Cloud',
        description:
          'Plans selected by workload and cost, recommendations assigned to owners, alerts wired to the operations centre, and a secure score treated as an indicator and never as the goal.',
      },
      {
        title: 'CSPM',
        description:
          'Continuous posture management across subscriptions and other providers: drift from policy is found within hours, explained by its attack path, and corrected in code.',
      },
      {
        title: 'Compliance by design',
        description:
          'Controls mapped once to all frameworks that bind you, evidence collected by the platform, and an exit plan that has been read by someone who would have to execute it.',
      },
    ],
  },
  lists: {
    heading: 'Compliance frameworks',
    intro: 'Requirements we translate into Azure Policy, configuration and evidence.',
    groups: [
      {
        title: 'Swiss law and supervision',
        items: [
          'revFADP',
          'FINMA Circular 2018/3 Outsourcing',
          'FINMA Circular 2023/1 Operational risks and resilience',
        ],
      },
      {
        title: 'European law',
        items: [
          'GDPR',
          'NIS2, where group companies fall under it',
          'DORA, for financial entities in the EU',
        ],
      },
      { title: 'ISO standards', items: ['ISO/IEC 27001:2022', 'ISO/IEC 27017', 'ISO/IEC 27018'] },
      {
        title: 'Benchmarks',
        items: ['Microsoft cloud security benchmark', 'CIS Microsoft Azure Foundations Benchmark'],
      },
    ],
  },
  approach: {
    heading: 'How the work is ordered',
    items: [
      {
        title: 'Review',
        description:
          'Read-only access to the tenant, interviews and a look at the contracts give a ranked list of what an attacker or an auditor would find.',
      },
      {
        title: 'Target architecture',
        description:
          'Decisions are recorded one page each, with the alternatives and the reason, and approved by those who bear the risk.',
      },
      {
        title: 'Implementation',
        description:
          'The landing zone grows next to the existing environment. Workloads move when they are ready, the most instructive one first.',
      },
      {
        title: 'Operation',
        description:
          'Your platform team takes over pipelines and policies, with our review on every change for as long as it wants one.',
      },
    ],
  },
  results: {
    heading: 'What you receive',
    items: [
      'Architecture decisions with their reasons',
      'Landing zone and policies as code, in your repository',
      'A control matrix from framework requirement to technical evidence',
      'A permission model in which every privileged role has an owner',
    ],
  },
  closing: {
    heading: 'Moving in, or already there?',
    text: 'Both are good moments for a second opinion. Tell us which workloads and which rules are involved, and an architect will prepare for the first call.',
    cta: { label: 'Discuss your cloud architecture', href: '/contact' },
  },
}
