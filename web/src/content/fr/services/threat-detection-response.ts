import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const threatDetectionResponse: Service = {
  path: paths.threatDetectionResponse,
  title: `Détection et réponse | ${site.name}`,
  description:
    'SIEM, XDR, EDR, simulation d’attaques, detection as code, renseignement sur les menaces et sécurité OT, par des consultants suisses.',
  hero: {
    eyebrow: 'Prestation',
    heading: 'Détection et réponse',
    lead: 'Une intrusion finit en fuite de données quand personne ne réagit à temps. Nous raccourcissons le délai entre la première trace et la première réaction, avec les bonnes données, des détections testées et des procédures que votre équipe peut suivre à 3 heures du matin.',
  },
  back: { label: 'Toutes les prestations', href: paths.services },
  overview: [
    'La plupart des organisations ont assez d’outils, mais trop peu de détections fiables. Nous partons des attaques qui vous nuiraient le plus et les rattachons aux techniques de MITRE ATT&CK. Puis nous testons lesquelles vos capteurs enregistrent, lesquelles ils signalent et lesquelles leur échappent.',
    'Nous n’ajoutons une source de journaux que si une détection en a besoin. Les règles sont relues et versionnées comme du logiciel, et chacune est éprouvée par une attaque simulée avant de pouvoir réveiller quelqu’un.',
  ],
  topics: {
    heading: 'Ce que nous réalisons',
    items: [
      {
        title: 'SIEM',
        description:
          'Architecture, migration et réglage de votre plateforme centrale de détection : raccordement des sources utiles, schémas normalisés, conservation dans les limites du droit et du budget, corrélation entre identités, postes et réseau.',
      },
      {
        title: 'EDR et XDR',
        description:
          'Déploiement sur tous les postes qui comptent, serveurs compris. Les règles passent de l’audit au blocage par étapes, les exclusions sont documentées, et les analystes disposent d’actions de réponse autorisées d’avance.',
      },
      {
        title: 'Simulation d’attaques',
        description:
          'De vraies techniques d’attaque, exécutées sans danger selon un calendrier, montrent si la prévention et la détection fonctionnent encore après un changement. Chaque échec ouvre un ticket, preuve à l’appui.',
      },
      {
        title: 'Detection as code',
        description:
          'Des règles Sigma dans un dépôt, une relecture par les pairs, des tests unitaires sur des événements enregistrés, un déploiement automatique et une carte de couverture générée d’après les règles en service.',
      },
      {
        title: 'Renseignement sur les menaces',
        description:
          'Des sources choisies pour votre secteur, des indicateurs avec une date de péremption, et des analyses écrites qui disent à l’équipe d’opérations ce qu’il faut chercher ce mois-ci.',
      },
      {
        title: 'Sécurité OT',
        description:
          'Surveillance passive des réseaux industriels, zones et conduits selon IEC 62443, et procédures de réponse convenues avec les exploitants de l’installation, pour qui la sûreté et la disponibilité passent avant tout.',
      },
    ],
  },
  lists: {
    heading: 'Les plateformes que nous connaissons',
    intro:
      'Nous ne vendons pas de licences. Le choix dépend de votre environnement, de vos contrats et des compétences de votre équipe.',
    groups: [
      {
        title: 'SIEM',
        items: [
          'Microsoft Sentinel',
          'Splunk Enterprise Security',
          'Elastic Security',
          'Google Security Operations',
        ],
      },
      {
        title: 'EDR et XDR',
        items: ['Microsoft Defender XDR', 'CrowdStrike Falcon', 'SentinelOne Singularity', 'Cortex XDR'],
      },
      { title: 'Simulation', items: ['Atomic Red Team', 'MITRE Caldera', 'AttackIQ', 'SafeBreach'] },
      {
        title: 'Surveillance OT',
        items: ['Microsoft Defender for IoT', 'Nozomi Networks', 'Claroty', 'Dragos'],
      },
    ],
  },
  approach: {
    heading: 'Le déroulement d’un mandat',
    items: [
      {
        title: 'Mesurer',
        description:
          'En deux semaines, nous examinons les configurations, exécutons des techniques d’attaque et parlons aux analystes. Il en résulte une carte de votre couverture actuelle.',
      },
      {
        title: 'Concevoir',
        description:
          'Nous convenons des scénarios de menace, des sources de données, des degrés de gravité, des responsables d’alertes et des délais de réaction.',
      },
      {
        title: 'Construire et tester',
        description:
          'Les détections entrent en service par petits lots. Une règle qui échoue à son propre test n’est pas déployée.',
      },
      {
        title: 'Transmettre',
        description:
          'Vos analystes écrivent le dernier lot et nous le relisons. Les procédures et le dépôt vous restent.',
      },
    ],
  },
  results: {
    heading: 'Ce que vous recevez',
    items: [
      'Une carte de couverture MITRE ATT&CK, avec les lacunes que vous acceptez',
      'Un dépôt de détections avec ses tests et son pipeline de déploiement',
      'Des procédures de réponse, exercées au moins une fois',
      'Un plan de raccordement des données avec le coût de chaque source',
    ],
  },
  closing: {
    heading: 'Quelle attaque redoutez-vous le plus ?',
    text: 'Citez un scénario. Dès le premier entretien, nous pouvons en général vous dire quelles traces il laisserait chez vous et si quelqu’un les verrait.',
    cta: { label: 'Parler de détection et de réponse', href: paths.contact },
    inquiry: { reason: 'threat-detection-response' },
  },
}
