import type { CtaBlock, Hero, Page, ProgramCard, TeamRole } from '../../types'
import { consultantsBadge, devsecopsTransformationConsultants, programConstants } from '../figures'
import { paths } from '../paths'
import { team } from '../people'
import { site } from '../site'

export const programsPage = {
  path: paths.programs,
  title: `Programmes de sécurité | ${site.name}`,
  description:
    'Six programmes avec une équipe, une durée et des livrables définis : EDR, SIEM, Threat Intelligence, Purple Team, conformité et DevSecOps.',
  hero: {
    eyebrow: 'Programmes',
    heading: 'Des programmes au périmètre et à l’équipe fixes',
    lead: 'Un programme est un projet dont l’équipe, la durée et les livrables sont définis avant la signature. Il s’achève lorsque votre équipe a pris le relais.',
  },
  cardsHeading: 'Six programmes',
  cardsIntro:
    'Chaque carré est un consultant ou un mois. Les carrés bleus montrent l’écart entre le minimum et le maximum.',
  timelineLabel: 'Durée',
  cards: [
    {
      title: 'Déploiement EDR/XDR',
      description:
        'EDR ou XDR déployé sur chaque machine du périmètre, réglé pour vos logiciels et surveillé par des personnes qui savent réagir.',
      badge: consultantsBadge(programConstants.edrImplementation.consultants),
      timeline: programConstants.edrImplementation.timeline,
      href: paths.edrImplementation,
    },
    {
      title: 'SIEM et Threat Hunting',
      description:
        'Une plateforme de détection avec des règles sous forme de code, une routine de recherche de menaces, et des modèles de langage là où ils font gagner du temps aux analystes.',
      badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
      timeline: programConstants.siemThreatHunting.timeline,
      href: paths.siemThreatHunting,
    },
    {
      title: 'Threat Intelligence et lac de données d’analyse',
      description:
        'Renseignement sur les menaces, vulnérabilités et inventaire au même endroit : les priorités pour l’IT, l’OT et le cloud reposent sur des faits.',
      badge: consultantsBadge(programConstants.threatIntelPlatform.consultants),
      timeline: programConstants.threatIntelPlatform.timeline,
      href: paths.threatIntelPlatform,
    },
    {
      title: 'Opérations Purple Team',
      description:
        'Attaquants et défenseurs travaillent ensemble : ils exécutent, observent, détectent et mesurent des techniques d’attaque, cycle après cycle.',
      badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
      timeline: programConstants.purpleTeamOperations.timeline,
      href: paths.purpleTeamOperations,
    },
    {
      title: 'Conformité et gouvernance',
      description:
        'FINMA, NIST CSF, RGPD et ISO 27001 couverts par un seul catalogue de mesures, avec des directives conformes à la pratique.',
      badge: consultantsBadge(programConstants.complianceGovernance.consultants),
      timeline: programConstants.complianceGovernance.timeline,
      href: paths.complianceGovernance,
    },
    {
      title: 'DevSecOps dans toutes les équipes',
      description:
        'Des consultants rejoignent vos équipes produit, intègrent les contrôles au pipeline, forment des champions et passent le relais.',
      badge: consultantsBadge(devsecopsTransformationConsultants),
      href: paths.devsecops,
    },
  ],
  experts: {
    heading: 'L’équipe d’experts',
    intro:
      'Nos programmes sont menés par cette équipe. Vous rencontrez les personnes avant de signer, et nous n’en remplaçons aucune sans votre accord.',
    items: team.map(({ name, role }): TeamRole => ({ name, role })),
    link: { label: 'Découvrir l’équipe', href: paths.team },
  },
  closing: {
    heading: 'Il vous faut autre chose ?',
    text: 'Nous pouvons adapter un programme ou définir avec vous un nouveau périmètre.',
    cta: { label: 'Demander un programme sur mesure', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ProgramCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
