import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const cloudSecurity: Service = {
  path: paths.cloudSecurity,
  title: `Cloud security architecture | ${site.name}`,
  description:
    'Azure security, landing zones, IAM, RBAC, Defender for Cloud and CSPM, aligned with revFADP, GDPR, ISO 27001, ISO 27018 and FINMA outsourcing rules.',
  hero: {
    eyebrow: 'Service',
    heading: 'Cloud Security Architecture',
    lead: 'Many cloud incidents start without an exploit: an excessive permission is enough. We design Azure environments that detect such permissions when they are granted, and that produce the evidence your regulator asks for.',
  },
  back: { label: 'All services', href: paths.services },
  overview: [
    'Swiss organisations face specific constraints in the cloud: professional secrecy, outsourcing rules, and customers who ask where their data is stored and who can read it. These constraints determine the choice of region, key management, support access and log retention. Settle these points before the first workload moves, because later changes are expensive.',
    'We define the target architecture as code. Policies, roles and network rules are deployed from a repository, so the auditor’s documentation and the running environment come from the same source.',
  ],
  topics: {
    heading: 'What we design and build',
    items: [
      {
        title: 'Azure security',
        description:
          'Network segmentation with private endpoints, customer-managed keys where professional secrecy requires them, Customer Lockbox, and central logging to a workspace that administrators cannot purge.',
      },
      {
        title: 'Landing zones',
        description:
          'Management groups, subscriptions and guardrails that follow the Cloud Adoption Framework, written in Terraform or Bicep. A product team gets a compliant subscription within a day.',
      },
      {
        title: 'Identity: IAM and RBAC',
        description:
          'Entra ID with phishing-resistant sign-in, tested Conditional Access policies, just-in-time elevation, access reviews, and custom roles limited to what each job requires.',
      },
      {
        title: 'Defender for Cloud',
        description:
          'Plans selected by workload and cost, recommendations assigned to owners, and alerts sent to the operations centre.',
      },
      {
        title: 'CSPM',
        description:
          'Continuous posture management across subscriptions and other cloud providers. Policy drift is detected within hours, shown with the attack path it opens, and corrected in code.',
      },
      {
        title: 'Compliance by design',
        description:
          'Controls mapped once to every applicable framework, evidence collected by the platform, and an exit plan reviewed by the people who would carry it out.',
      },
    ],
  },
  lists: {
    heading: 'Compliance frameworks',
    intro: 'We translate these requirements into Azure Policy, configuration and evidence.',
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
          'NIS2, where it applies to group companies',
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
    heading: 'How an engagement proceeds',
    items: [
      {
        title: 'Review',
        description:
          'We review the tenant’s configuration, read the contracts and interview your staff. The result is a ranked list of what an attacker or an auditor would find.',
      },
      {
        title: 'Target architecture',
        description: 'One page per decision, with alternatives and reasons, approved by the risk owner.',
      },
      {
        title: 'Implementation',
        description:
          'We build the landing zone alongside the existing environment and move workloads one at a time.',
      },
      {
        title: 'Operation',
        description: 'Your platform team takes over the pipelines and policies, and we review its changes.',
      },
    ],
  },
  results: {
    heading: 'What you receive',
    items: [
      'Architecture decisions with their reasons',
      'Landing zone and policies as code, in your repository',
      'A control matrix that links each requirement to technical evidence',
      'A permission model in which every privileged role has an owner',
    ],
  },
  closing: {
    heading: 'Planning a migration, or already in the cloud?',
    text: 'Tell us which workloads and regulations are involved. An architect will prepare for the first call.',
    cta: { label: 'Discuss your cloud architecture', href: paths.contact },
    inquiry: { reason: 'cloud-security' },
  },
}
