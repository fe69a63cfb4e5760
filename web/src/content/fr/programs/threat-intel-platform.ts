import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const threatIntelPlatform: Program = {
  path: paths.threatIntelPlatform,
  title: `Programme Threat Intelligence et lac de données | ${site.name}`,
  description:
    'De trois à six consultants construisent en quatre à huit mois un lac de données pour le renseignement sur les menaces : IT, OT, cloud et SDLC.',
  hero: {
    eyebrow: 'Programme',
    heading: 'Threat Intelligence et lac de données d’analyse',
    lead: 'Chaque outil de sécurité montre une partie de votre exposition. Ce programme réunit les données pour répondre à une question : que faut-il corriger ensuite, et pourquoi ?',
  },
  badges: [consultantsBadge(programConstants.threatIntelPlatform.consultants)],
  timeline: programConstants.threatIntelPlatform.timeline,
  timelineLabel: 'Durée',
  back: { label: 'Tous les programmes', href: paths.programs },
  overview: {
    heading: 'Vue d’ensemble',
    paragraphs: [
      'Flux de renseignement, scanners, inventaires, dépôts de code et réseaux d’usine décrivent les mêmes systèmes sous des noms différents. Nous ramenons ces noms à un seul modèle de systèmes, de responsables, de vulnérabilités et de menaces, conservé dans des formats ouverts dans un lac de données qui vous appartient.',
      'Nos analyses de ce modèle montrent quelles campagnes visent votre secteur, lesquelles de leurs techniques échapperaient à vos mesures, et quels composants vulnérables d’un processus critique sont atteignables. Direction et ingénieurs travaillent sur les mêmes données, à des niveaux de détail différents.',
    ],
  },
  deliverables: {
    heading: 'Six livrables',
    groups: [
      {
        items: [
          {
            title: 'Intégration du renseignement sur les menaces',
            description:
              'Des sources commerciales, ouvertes et sectorielles, reçues par STIX et TAXII, notées selon leur fiabilité, dédoublonnées et retirées à échéance.',
          },
          {
            title: 'Pipeline d’analyse',
            description:
              'Ingestion, normalisation, résolution d’entités et enrichissement sous forme de code testé, avec la filiation de chaque chiffre jusqu’à sa source.',
          },
          {
            title: 'Priorités selon le risque',
            description:
              'Un modèle transparent qui combine exploitation, exposition, criticité pour l’entreprise et mesures existantes. Chaque score est traçable.',
          },
          {
            title: 'Intégration au SDLC',
            description:
              'Les résultats du code, des dépendances et des builds entrent dans le lac de données, et les priorités reviennent dans le backlog de chaque équipe.',
          },
          {
            title: 'Visibilité IT, OT et cloud',
            description:
              'Bureaux, usines et abonnements cloud dans un seul inventaire, avec une collecte passive là où un scan actif pourrait perturber l’exploitation.',
          },
          {
            title: 'Reporting à la direction',
            description:
              'Une brève analyse mensuelle : comment les menaces qui vous visent ont changé, ce que cela signifie pour vous, et quelles décisions nous recommandons.',
          },
        ],
      },
    ],
  },
  technologyStack: {
    heading: 'Technologies',
    intro: 'Un choix typique. Si des produits que vous utilisez conviennent, nous les gardons.',
    groups: [
      {
        title: 'Données et analyse',
        items: ['Azure Data Lake Storage', 'Databricks', 'Apache Kafka', 'Apache Iceberg', 'dbt'],
      },
      {
        title: 'Renseignement sur les menaces',
        items: ['OpenCTI', 'MISP', 'STIX 2.1 et TAXII 2.1', 'MITRE ATT&CK'],
      },
      { title: 'Gestion des vulnérabilités', items: ['Tenable', 'Qualys', 'DefectDojo', 'EPSS et CISA KEV'] },
      {
        title: 'Outils du SDLC',
        items: ['GitHub Advanced Security', 'GitLab', 'Dependency-Track', 'Semgrep'],
      },
    ],
  },
  team: programTeam(
    'Trois personnes construisent le lac de données ; trois autres les rejoignent pour la détection, l’OT et le reporting.',
    {
      noemie: 'Direction du programme, modèle de données et analyses',
      selma: 'Données sur les vulnérabilités et intégration au SDLC',
      aurelio: 'Lac de données, cloud et accès',
    },
    {
      flurin: 'Techniques d’attaque et couverture',
      ladina: 'Systèmes OT et processus critiques',
      mirjam: 'Modèle de risque et reporting à la direction',
    },
  ),
  idealFor: {
    heading: 'Pour qui',
    items: [
      'Les entreprises qui ont plusieurs outils de sécurité et aucune vue commune du risque',
      'Les exploitants d’infrastructures critiques avec de l’IT et de l’OT',
      'Les groupes qui doivent prioriser les corrections dans de nombreuses filiales',
      'Les équipes de renseignement dont les rapports doivent guider les décisions techniques',
    ],
  },
  closing: {
    heading: 'Commencer par une question',
    text: 'Envoyez-nous une question sur votre exposition à laquelle vous ne savez pas répondre aujourd’hui. Nous vous dirons quelles données il faut pour cela.',
    cta: { label: 'Parler du lac de données', href: paths.contact },
    inquiry: { program: 'threat-intel-platform', reason: 'threat-detection-response' },
  },
}
