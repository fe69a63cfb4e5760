import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const purpleTeamOperations: Program = {
  path: paths.purpleTeamOperations,
  title: `Programme Opérations Purple Team | ${site.name}`,
  description:
    'De deux à quatre consultants mènent Red et Blue Teams pendant deux à quatre mois, en cycles de cinq étapes, du cadrage aux détections validées.',
  hero: {
    eyebrow: 'Programme',
    heading: 'Opérations Purple Team',
    lead: 'Un test d’intrusion montre comment un attaquant entre. Une Purple Team montre à quelles étapes vous auriez pu détecter l’attaque, et ajoute les détections qui manquent.',
  },
  badges: [consultantsBadge(programConstants.purpleTeamOperations.consultants)],
  timeline: programConstants.purpleTeamOperations.timeline,
  timelineLabel: 'Durée',
  back: { label: 'Tous les programmes', href: paths.programs },
  overview: {
    heading: 'Vue d’ensemble',
    paragraphs: [
      'Nos opérateurs exécutent à découvert les techniques des adversaires qui vous concernent, sous les yeux de vos défenseurs. Quand une technique passe inaperçue, les deux camps examinent les faits : manquait-il une donnée, une règle, une alerte, ou une réaction ? Chaque cause appelle un autre remède, que nous appliquons dans le même cycle.',
      'Le programme se déroule en production, car les détections se comportent autrement en laboratoire. Avant la première commande, nous convenons de règles de sécurité, d’un signal d’arrêt et d’une personne qui peut mettre fin à l’exercice à tout moment.',
    ],
  },
  deliverables: {
    heading: 'Livrables',
    groups: [
      {
        items: [
          {
            title: 'Profil de l’adversaire et plan',
            description:
              'Des acteurs choisis pour votre secteur, leurs techniques ATT&CK, et un plan d’émulation approuvé par votre direction.',
          },
          {
            title: 'Journal d’exécution',
            description:
              'Chaque action avec son heure, sa source, sa cible et sa commande, assez détaillée pour que les défenseurs la retrouvent et que les auditeurs la suivent.',
          },
          {
            title: 'Matrice de détection',
            description:
              'Une page qui montre si chaque technique a été enregistrée, détectée, signalée ou traitée, avant et après chaque cycle.',
          },
          {
            title: 'Détections nouvelles et corrigées',
            description:
              'Des règles écrites pendant l’exercice, testées sur l’activité enregistrée et intégrées à votre propre dépôt de détections.',
          },
          {
            title: 'Cas de test reproductibles',
            description:
              'Les techniques deviennent des tests automatisés : un changement qui casse une détection se remarque en un jour.',
          },
          {
            title: 'Des défenseurs formés',
            description:
              'Des analystes qui ont vu chaque attaque se produire et savent à quoi ressemblent ses dix premières minutes dans vos journaux.',
          },
        ],
      },
    ],
  },
  lifecycle: {
    heading: 'Le cycle en cinq étapes',
    intro: 'Un cycle dure de deux à trois semaines. La dernière étape fixe le cadre du cycle suivant.',
    items: [
      {
        title: 'Planification et cadrage',
        description: 'Objectifs, adversaire, systèmes, règles d’engagement et hypothèses à vérifier.',
      },
      {
        title: 'Exécution par la Red Team',
        description:
          'Les opérateurs annoncent, chronomètrent et consignent chaque technique qu’ils exécutent.',
      },
      {
        title: 'Analyse par la Blue Team',
        description:
          'Les défenseurs retrouvent chaque action dans leurs données et expliquent pourquoi elle a été détectée ou non.',
      },
      {
        title: 'Ingénierie de détection',
        description:
          'L’équipe collecte les données qui manquent, écrit des règles, réduit le bruit et corrige les procédures.',
      },
      {
        title: 'Validation et mesures',
        description:
          'Chaque technique est exécutée à nouveau ; la couverture et les délais de réaction sont comparés au premier passage.',
      },
    ],
  },
  team: programTeam(
    'Deux personnes mènent chaque cycle, une de chaque côté ; deux autres les rejoignent pour le profil de l’adversaire et les cas de test.',
    {
      jonas: 'Direction du programme, exécution par la Red Team',
      flurin: 'Analyse et ingénierie de détection',
    },
    {
      noemie: 'Profil de l’adversaire et renseignement sur les menaces',
      selma: 'Cas de test reproductibles et automatisés',
    },
  ),
  idealFor: {
    heading: 'Pour qui',
    items: [
      'Les centres d’opérations qui doivent prouver ce qu’ils détectent',
      'Les établissements financiers qui préparent des tests fondés sur la menace, comme TIBER-EU',
      'Les équipes qui ont un rapport de Red Team et pas le temps d’y donner suite',
      'Les prestataires qui doivent montrer à leurs clients que leur service fonctionne',
    ],
  },
  closing: {
    heading: 'Choisir un adversaire',
    text: 'Dites-nous qui vous attaquerait, à votre avis, et comment. Nous esquisserons le premier cycle dès le premier entretien.',
    cta: { label: 'Parler d’une Purple Team', href: paths.contact },
    inquiry: { program: 'purple-team-operations', reason: 'threat-detection-response' },
  },
}
