import { compliancePhaseDurations, consultantsBadge, programConstants } from '../constants'
import { personName, site } from '../site'
import type { Program } from '../types'

const [assessment, implementation, operationalisation, governance] = compliancePhaseDurations

export const complianceGovernance: Program = {
  path: '/programs/compliance-governance',
  title: `Compliance and governance program | ${site.name}`,
  description:
    'Two to four consultants align FINMA, NIST CSF 2.0, GDPR and ISO 27001/27002 in three to six months, with one control set and evidence that lasts.',
  hero: {
    eyebrow: 'Program',
    heading: 'Compliance and Governance',
    lead: 'Four frameworks ask for largely the same things in different words. We answer them once, in controls your people can operate, and keep the evidence where an auditor will look for it.',
  },
  badges: [consultantsBadge(programConstants.complianceGovernance.consultants), 'multiple frameworks'],
  timeline: programConstants.complianceGovernance.timeline,
  timelineLabel: 'Timeline to operation',
  back: { label: 'All programs', href: '/programs' },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'Compliance fails quietly when policy and practice drift apart. The program therefore starts in operations: we look at how access is granted, changes are made and incidents are handled, and only then at the documents. Where practice is sound, the policy is written to match it; where it is not, both change.',
      'The result is a management system of moderate size, with named control owners, a risk register that is used in decisions, and a calendar of reviews which survives the departure of the consultants.',
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
              'Current and target profile under version 2.0, including the Govern function, as the common language of the program.',
          },
          {
            title: 'GDPR',
            description:
              'Records of processing, impact assessments, processor contracts and breach procedure, with the revised FADP beside them.',
          },
          {
            title: 'ISO 27001/27002',
            description:
              'Scope, statement of applicability and controls after the 2022 editions, ready for an accredited certification audit.',
          },
        ],
      },
      {
        title: 'Controls',
        items: [
          {
            title: 'Policies',
            description:
              'A short hierarchy of policy, standard and procedure. Every document has an owner, a reader and a review date.',
          },
          {
            title: 'Risk',
            description:
              'A method after ISO/IEC 27005, a register in business terms, and treatment decisions signed by those who carry them.',
          },
          {
            title: 'Access',
            description:
              'Roles, approval, recertification and privileged access, tied to joiner, mover and leaver processes that already run.',
          },
          {
            title: 'Monitoring',
            description:
              'Control tests, indicators and internal audit plan, automated wherever a system can supply the evidence itself.',
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
          'Interviews, document review and samples from operation. You receive a mapped gap list with effort and priority.',
      },
      {
        title: 'Framework implementation',
        duration: implementation,
        description:
          'Control design, policies and technical measures, worked out with the owners and approved step by step.',
      },
      {
        title: 'Operationalisation and training',
        duration: operationalisation,
        description:
          'Controls run for the first time under observation. Owners are trained, and an internal audit tests the whole.',
      },
      {
        title: 'Continuous governance',
        duration: governance,
        description:
          'Quarterly reviews, regulatory watch and audit support, as much or as little as you wish to keep.',
      },
    ],
  },
  team: {
    heading: 'Recommended team',
    intro: 'Two people carry the program; two more join for the controls in their field.',
    core: {
      title: 'Core members',
      members: [
        { name: personName('mirjam'), role: 'Program lead, risk and FINMA' },
        { name: personName('dario'), role: 'Data protection, policies and training' },
      ],
    },
    extended: {
      title: 'Extended members',
      members: [
        { name: personName('aurelio'), role: 'Cloud controls and access' },
        { name: personName('flurin'), role: 'Monitoring and technical evidence' },
      ],
    },
  },
  whyItWorks: {
    heading: 'Why this approach works',
    items: [
      {
        title: 'One control set',
        description:
          'A requirement is implemented once and mapped to every framework that asks for it, so a new regulation adds rows to a table, not a project.',
      },
      {
        title: 'Operations first',
        description:
          'Control owners take part in the design. What they have shaped, they also carry out when nobody is looking.',
      },
      {
        title: 'Evidence as a by-product',
        description:
          'Tickets, pipelines and logs supply the proof. Nobody collects screenshots in the week before an audit.',
      },
      {
        title: 'Proportionality',
        description:
          'Both FINMA and the FADP ask for measures that fit the risk. We say which controls you do not need, in writing.',
      },
    ],
  },
  closing: {
    heading: 'Which audit comes next?',
    text: 'Name the framework and the date. We will tell you frankly whether it can be done, and in which order.',
    cta: { label: 'Discuss Compliance Requirements', href: '/contact' },
  },
}
