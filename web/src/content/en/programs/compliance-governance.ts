import type { Program } from '../../types'
import { compliancePhaseDurations, consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

const [assessment, implementation, operationalisation, governance] = compliancePhaseDurations

export const complianceGovernance: Program = {
  path: paths.complianceGovernance,
  title: `Compliance and governance program | ${site.name}`,
  description:
    'Two to four consultants align FINMA, NIST CSF 2.0, GDPR and ISO 27001/27002 in three to six months, with one control set and reusable evidence.',
  hero: {
    eyebrow: 'Program',
    heading: 'Compliance and Governance',
    lead: 'Four frameworks require largely the same controls in different words. We implement each control once, train the people who operate it, and keep the evidence where auditors look for it.',
  },
  badges: [consultantsBadge(programConstants.complianceGovernance.consultants), 'multiple frameworks'],
  timeline: programConstants.complianceGovernance.timeline,
  timelineLabel: 'Time to routine operation',
  back: { label: 'All programs', href: paths.programs },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'Compliance fails when policy and practice drift apart. The program therefore starts in operations: we look at how access is granted, changes are made and incidents are handled, and then at the documents. Where practice is sound, we write the policy to match it; where it is not, we change both.',
      'The result is a lean management system with named control owners, a risk register that informs decisions, and a review calendar that your team follows without us.',
    ],
  },
  deliverables: {
    heading: 'Deliverables',
    groups: [
      {
        title: 'Frameworks',
        items: [
          {
            title: 'FINMA',
            description:
              'Circulars 2023/1 on operational risks and resilience and 2018/3 on outsourcing, translated into controls and reporting lines.',
          },
          {
            title: 'NIST CSF',
            description:
              'Current and target profiles under version 2.0, including the Govern function, as the common language of the program.',
          },
          {
            title: 'GDPR',
            description:
              'Records of processing, impact assessments, processor contracts and breach procedures, including those that the revised FADP requires.',
          },
          {
            title: 'ISO 27001/27002',
            description:
              'Scope, statement of applicability and controls per the 2022 editions, ready for an accredited certification audit.',
          },
        ],
      },
      {
        title: 'Controls',
        items: [
          {
            title: 'Policies',
            description:
              'A short hierarchy of policies, standards and procedures. Every document has an owner, an audience and a review date.',
          },
          {
            title: 'Risk',
            description:
              'A method based on ISO/IEC 27005, a register in business terms, and treatment decisions signed by the risk owners.',
          },
          {
            title: 'Access',
            description:
              'Roles, approval, recertification and privileged access, tied to your existing joiner, mover and leaver processes.',
          },
          {
            title: 'Monitoring',
            description:
              'Control tests, indicators and an internal audit plan, automated wherever a system can supply the evidence.',
          },
        ],
      },
    ],
  },
  phases: {
    heading: 'Four phases',
    items: [
      {
        title: 'Assessment and gap analysis',
        duration: assessment,
        description:
          'Interviews, document review and samples from operations. You receive a list of gaps, each with an effort estimate and a priority.',
      },
      {
        title: 'Framework implementation',
        duration: implementation,
        description:
          'Control design, policies and technical measures, developed with the owners and approved one at a time.',
      },
      {
        title: 'Operationalisation and training',
        duration: operationalisation,
        description:
          'Controls run for the first time while we observe. We train the owners, and an internal audit tests the whole system.',
      },
      {
        title: 'Continuous governance',
        duration: governance,
        description:
          'Quarterly reviews, regulatory monitoring and audit support, as much or as little as you need.',
      },
    ],
  },
  team: programTeam(
    'Two people run the program; two more join for the controls in their fields.',
    { mirjam: 'Program lead, risk and FINMA', dario: 'Data protection, policies and training' },
    { aurelio: 'Cloud controls and access', flurin: 'Monitoring and technical evidence' },
  ),
  whyItWorks: {
    heading: 'Why this approach works',
    items: [
      {
        title: 'One control set',
        description:
          'Each requirement is implemented once and mapped to every framework that asks for it. A new regulation adds rows to a table instead of starting another project.',
      },
      {
        title: 'Operations first',
        description: 'Control owners take part in the design, so the controls fit their daily work.',
      },
      {
        title: 'Evidence as a by-product',
        description:
          'Tickets, pipelines and logs supply the evidence. Nobody collects screenshots the week before an audit.',
      },
      {
        title: 'Proportionality',
        description:
          'Both FINMA and the FADP require measures in proportion to the risk. We tell you in writing which controls you do not need.',
      },
    ],
  },
  closing: {
    heading: 'Which audit comes next?',
    text: 'Name the framework and the date. We will tell you whether the date is feasible and what to do first.',
    cta: { label: 'Discuss Compliance Requirements', href: paths.contact },
    inquiry: { program: 'compliance-governance', reason: 'security-assessment' },
  },
}
