import { consultantsBadge, devsecopsTransformationConsultants, programConstants } from '../constants'
import { site, team } from '../site'
import type { CtaBlock, Hero, Page, ProgramCard, TeamRole } from '../types'

export const programsPage = {
  path: '/programs',
  title: `Security programs | ${site.name}`,
  description:
    'Six security programs with a stated team, timeline and set of deliverables: EDR, SIEM, threat intelligence, purple team, compliance and DevSecOps.',
  hero: {
    eyebrow: 'Programs',
    heading: 'Programs with a beginning and an end',
    lead: 'A program is a project we have thought through in advance. Team, timeline and deliverables are stated before you sign, and the last deliverable is always your own team running the result.',
  },
  cardsHeading: 'Choose an outcome',
  timelineLabel: 'Timeline',
  cards: [
    {
      title: 'EDR/XDR Implementation',
      description:
        'Endpoint and extended detection rolled out to every machine in scope, tuned on your software, and answered by people who know what to do.',
      badge: consultantsBadge(programConstants.edrImplementation.consultants),
      timeline: programConstants.edrImplementation.timeline,
      href: '/programs/edr-implementation',
    },
    {
      title: 'SIEM and Threat Hunting',
      description:
        'A detection platform with rules as code, a hunting routine, and assistance by language models where it saves analysts time.',
      badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
      timeline: programConstants.siemThreatHunting.timeline,
      href: '/programs/siem-threat-hunting',
    },
    {
      title: 'Threat Intelligence and Analytics Data Lake',
      description:
        'Intelligence, vulnerabilities and asset data joined in one place, so that priorities follow from evidence across IT, OT and cloud.',
      badge: consultantsBadge(programConstants.threatIntelPlatform.consultants),
      timeline: programConstants.threatIntelPlatform.timeline,
      href: '/programs/threat-intel-platform',
    },
    {
      title: 'Purple Team Operations',
      description:
        'Attackers and defenders at one table: techniques executed, observed, detected and measured in repeated cycles.',
      badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
      timeline: programConstants.purpleTeamOperations.timeline,
      href: '/programs/purple-team-operations',
    },
    {
      title: 'Compliance and Governance',
      description:
        'FINMA, NIST CSF, GDPR and ISO 27001 served by one set of controls, with policies that describe what really happens.',
      badge: consultantsBadge(programConstants.complianceGovernance.consultants),
      timeline: programConstants.complianceGovernance.timeline,
      href: '/programs/compliance-governance',
    },
    {
      title: 'DevSecOps Full-Team Transformation',
      description:
        'Consultants join your product teams, move the security checks into the pipeline, train champions, and withdraw.',
      badge: consultantsBadge(devsecopsTransformationConsultants),
      href: '/services/devsecops',
    },
  ],
  experts: {
    heading: 'The expert team',
    intro:
      'Programs are staffed from this group. You meet the people before the contract, and they do not change without your consent.',
    items: team.map(({ name, role }): TeamRole => ({ name, role })),
    link: { label: 'Meet the team', href: '/about-team' },
  },
  closing: {
    heading: 'None of them fits exactly?',
    text: 'Then we adjust one, or write a new scope together. Programs are our starting point for a proposal, not the limit of it.',
    cta: { label: 'Ask for a tailored program', href: '/contact' },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ProgramCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
