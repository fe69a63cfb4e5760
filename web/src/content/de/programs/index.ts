import type { CtaBlock, Hero, Page, ProgramCard, TeamRole } from '../../types'
import { consultantsBadge, devsecopsTransformationConsultants, programConstants } from '../figures'
import { paths } from '../paths'
import { team } from '../people'
import { site } from '../site'

export const programsPage = {
  path: paths.programs,
  title: `Sicherheitsprogramme | ${site.name}`,
  description:
    'Sechs Programme mit festem Team, fester Dauer und festen Ergebnissen: EDR, SIEM, Threat Intelligence, Purple Team, Compliance und DevSecOps.',
  hero: {
    eyebrow: 'Programme',
    heading: 'Programme mit festem Umfang und Team',
    lead: 'Ein Programm ist ein Projekt, dessen Team, Dauer und Ergebnisse vor der Unterschrift feststehen. Es endet, wenn Ihr eigenes Team übernommen hat.',
  },
  cardsHeading: 'Sechs Programme',
  cardsIntro:
    'Jedes Quadrat steht für eine Fachperson oder einen Monat. Die blauen zeigen die Spanne vom Minimum zum Maximum.',
  timelineLabel: 'Dauer',
  cards: [
    {
      title: 'EDR/XDR-Einführung',
      description:
        'Schutz und Erkennung auf jedem Gerät, das zum Auftrag gehört, auf Ihre Software abgestimmt und von Leuten überwacht, die zu reagieren wissen.',
      badge: consultantsBadge(programConstants.edrImplementation.consultants),
      timeline: programConstants.edrImplementation.timeline,
      href: paths.edrImplementation,
    },
    {
      title: 'SIEM und Threat Hunting',
      description:
        'Eine Erkennungsplattform mit Regeln als Code, ein fester Rhythmus für das Hunting und Sprachmodelle dort, wo sie Zeit sparen.',
      badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
      timeline: programConstants.siemThreatHunting.timeline,
      href: paths.siemThreatHunting,
    },
    {
      title: 'Threat Intelligence und Analytics Data Lake',
      description:
        'Daten zu Bedrohungen, Schwachstellen und Systemen an einem Ort, damit Prioritäten in IT, OT und Cloud auf Belegen beruhen.',
      badge: consultantsBadge(programConstants.threatIntelPlatform.consultants),
      timeline: programConstants.threatIntelPlatform.timeline,
      href: paths.threatIntelPlatform,
    },
    {
      title: 'Purple Team',
      description:
        'Angriff und Abwehr arbeiten zusammen: ausführen, beobachten, erkennen und messen, in wiederholten Zyklen.',
      badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
      timeline: programConstants.purpleTeamOperations.timeline,
      href: paths.purpleTeamOperations,
    },
    {
      title: 'Compliance und Governance',
      description:
        'FINMA, NIST CSF, DSGVO und ISO 27001 mit einem einzigen Kontrollset und mit Weisungen, die zur Praxis passen.',
      badge: consultantsBadge(programConstants.complianceGovernance.consultants),
      timeline: programConstants.complianceGovernance.timeline,
      href: paths.complianceGovernance,
    },
    {
      title: 'DevSecOps in allen Teams',
      description:
        'Fachleute arbeiten in Ihren Produktteams mit, bauen Prüfungen in die Pipeline, bilden Champions aus und übergeben.',
      badge: consultantsBadge(devsecopsTransformationConsultants),
      href: paths.devsecops,
    },
  ],
  experts: {
    heading: 'Das Team dahinter',
    intro:
      'Programme besetzen wir aus diesem Team. Sie lernen die Leute vor der Unterschrift kennen, und wir tauschen niemanden ohne Ihr Einverständnis aus.',
    items: team.map(({ name, role }): TeamRole => ({ name, role })),
    link: { label: 'Das Team kennenlernen', href: paths.team },
  },
  closing: {
    heading: 'Brauchen Sie etwas anderes?',
    text: 'Wir passen ein Programm an oder legen mit Ihnen einen neuen Umfang fest.',
    cta: { label: 'Eigenes Programm anfragen', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ProgramCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
