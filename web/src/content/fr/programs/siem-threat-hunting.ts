import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const siemThreatHunting: Program = {
  path: paths.siemThreatHunting,
  title: `Programme SIEM et Threat Hunting | ${site.name}`,
  description:
    'D’un à cinq consultants, de deux à quatre mois : un SIEM géré comme du code, un programme de threat hunting, des tableaux de bord et l’IA générative.',
  hero: {
    eyebrow: 'Programme',
    heading: 'SIEM et Threat Hunting',
    lead: 'Un SIEM détecte les attaques pour lesquelles vous avez écrit des règles. Le threat hunting cherche les autres et tire de chaque découverte une nouvelle règle.',
  },
  badges: [consultantsBadge(programConstants.siemThreatHunting.consultants)],
  timeline: programConstants.siemThreatHunting.timeline,
  timelineLabel: 'Durée',
  back: { label: 'Tous les programmes', href: paths.programs },
  overview: {
    heading: 'Vue d’ensemble',
    paragraphs: [
      'Le programme livre une plateforme en service, nouvelle ou modernisée, et les routines qui la gardent utile. Nous partons des questions auxquelles elle doit répondre. Comme l’ingestion coûte, les sources qui n’y aident pas sont écartées ou envoyées vers un stockage moins cher.',
      'Dès le deuxième mois, les analystes chassent lors de séances planifiées, menées d’abord par nos consultants, puis par votre équipe. Chaque chasse part d’une hypothèse et s’achève par un résultat écrit : une nouvelle détection, une lacune dans les données, ou le constat que rien n’a été trouvé.',
    ],
  },
  deliverables: {
    heading: 'Cinq livrables',
    groups: [
      {
        items: [
          {
            title: 'Mise en place de la plateforme SIEM',
            description:
              'Architecture, raccordement des données selon un schéma commun, modèle d’accès, paliers de conservation et maîtrise des coûts, sur Microsoft Sentinel, Splunk, Elastic ou votre plateforme actuelle.',
          },
          {
            title: 'Cadre Detection as Code',
            description:
              'Dépôt, règles de relecture, tests sur des données enregistrées, pipeline de déploiement, et conversion de Sigma vers le langage de requête de votre plateforme.',
          },
          {
            title: 'Programme de threat hunting',
            description:
              'Un backlog d’hypothèses tirées de votre modèle de menaces, une méthode, des notebooks, un calendrier, et les premières chasses menées avec vos analystes.',
          },
          {
            title: 'IA générative pour les analystes',
            description:
              'Des modèles de langage qui résument des incidents, ébauchent des requêtes et expliquent des scripts, dans des limites : les résultats sont relus, les prompts journalisés, et aucune donnée de client ne quitte la région convenue.',
          },
          {
            title: 'Tableaux de bord et reporting sur mesure',
            description:
              'Des vues distinctes pour les analystes de service, le chef d’équipe et la direction. Chaque chiffre renvoie aux événements dont il provient.',
          },
        ],
      },
    ],
  },
  team: programTeam(
    'Une personne mène le programme ; jusqu’à quatre autres la rejoignent, selon les livrables que vous choisissez.',
    { flurin: 'Direction du programme, plateforme et detection as code' },
    {
      noemie: 'Raccordement des données, schéma et tableaux de bord',
      jonas: 'Hypothèses et chasses',
      selma: 'Dépôt, tests et chaîne de déploiement',
      dario: 'Limites des modèles de langage, protection des données',
    },
  ),
  idealFor: {
    heading: 'Pour qui',
    items: [
      'Les équipes d’opérations qui ont plus d’alertes qu’elles n’en peuvent traiter',
      'Les entreprises qui remplacent un SIEM vieillissant ou renouvellent un contrat',
      'Les entreprises surveillées qui doivent détecter et annoncer des incidents en quelques heures',
      'Les prestataires qui veulent une seule base de règles pour de nombreux clients',
    ],
  },
  closing: {
    heading: 'Que chercheriez-vous en premier ?',
    text: 'Apportez une hypothèse, ou vos statistiques d’alertes du dernier trimestre. L’un ou l’autre suffit pour une première heure utile.',
    cta: { label: 'Parler de ce programme', href: paths.contact },
    inquiry: { program: 'siem-threat-hunting', reason: 'threat-detection-response' },
  },
}
