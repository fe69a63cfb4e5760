import type { CtaBlock, Hero, Page, ProgramCard, TeamRole } from '../../types'
import { consultantsBadge, devsecopsTransformationConsultants, programConstants } from '../figures'
import { paths } from '../paths'
import { team } from '../people'
import { site } from '../site'

export const programsPage = {
  path: paths.programs,
  title: `Security programs | ${site.name}`,
  description:
    'Six security programs with a stated team, timeline and set of deliverables: EDR, SIEM, threat intelligence, purple team, compliance and DevSecOps.',
  hero: {
    eyebrow: 'Programs',
    heading: 'Programs with a fixed scope and team',
    lead: 'A program is a project with a defined team, timeline and deliverables, stated before you sign. It ends when your own team has taken over.',
  },
  cardsHeading: 'Six programs',
  cardsIntro:
    'Each square is one consultant or one month. The blue squares show the range between minimum and maximum.',
  timelineLabel: 'Timeline',
  cards: [
    {
      title: 'EDR/XDR Implementation',
      description:
        'Endpoint and extended detection rolled out to every machine in scope, tuned to your software, and monitored by people who know how to respond.',
      badge: consultantsBadge(programConstants.edrImplementation.consultants),
      timeline: programConstants.edrImplementation.timeline,
      href: paths.edrImplementation,
    },
    {
      title: 'SIEM and Threat Hunting',
      description:
        'A detection platform with rules as code, a threat hunting routine, and language models where they save analysts time.',
      badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
      timeline: programConstants.siemThreatHunting.timeline,
      href: paths.siemThreatHunting,
    },
    {
      title: 'Threat Intelligence and Analytics Data Lake',
      description:
        'Threat intelligence, vulnerability and asset data in one place, so that priorities across IT, OT and cloud are based on evidence.',
      badge: consultantsBadge(programConstants.threatIntelPlatform.consultants),
      timeline: programConstants.threatIntelPlatform.timeline,
      href: paths.threatIntelPlatform,
    },
    {
      title: 'Purple Team Operations',
      description:
        'Attackers and defenders work together: they execute, observe, detect and measure attack techniques in repeated cycles.',
      badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
      timeline: programConstants.purpleTeamOperations.timeline,
      href: paths.purpleTeamOperations,
    },
    {
      title: 'Compliance and Governance',
      description:
        'FINMA, NIST CSF, GDPR and ISO 27001 covered by one set of controls, with policies that match practice.',
      badge: consultantsBadge(programConstants.complianceGovernance.consultants),
      timeline: programConstants.complianceGovernance.timeline,
      href: paths.complianceGovernance,
    },
    {
      title: 'DevSecOps Full-Team Transformation',
      description:
        'Consultants join your product teams, build security checks into the pipeline, train champions, and hand over.',
      badge: consultantsBadge(devsecopsTransformationConsultants),
      href: paths.devsecops,
    },
  ],
  experts: {
    heading: 'The expert team',
    intro:
      'We staff programs from this team. You meet the people before you sign, and we do not replace anyone without your consent.',
    items: team.map(({ name, role }): TeamRole => ({ name, role })),
    link: { label: 'Meet the team', href: paths.team },
  },
  closing: {
    heading: 'Need something else?',
    text: 'We can adapt a program, or define a new scope with you.',
    cta: { label: 'Ask for a tailored program', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ProgramCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
