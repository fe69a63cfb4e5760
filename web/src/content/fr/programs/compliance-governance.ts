import type { Program } from '../../types'
import { compliancePhaseDurations, consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

const [assessment, implementation, operationalisation, governance] = compliancePhaseDurations

export const complianceGovernance: Program = {
  path: paths.complianceGovernance,
  title: `Programme Conformité et gouvernance | ${site.name}`,
  description:
    'De deux à quatre consultants réunissent FINMA, NIST CSF 2.0, RGPD et ISO 27001/27002 en trois à six mois, avec un seul catalogue de mesures.',
  hero: {
    eyebrow: 'Programme',
    heading: 'Conformité et gouvernance',
    lead: 'Quatre référentiels exigent en grande partie les mêmes mesures en d’autres termes. Nous mettons en œuvre chaque mesure une seule fois, formons ceux qui l’appliquent, et gardons les preuves là où les auditeurs les cherchent.',
  },
  badges: [consultantsBadge(programConstants.complianceGovernance.consultants), 'plusieurs référentiels'],
  timeline: programConstants.complianceGovernance.timeline,
  timelineLabel: 'Jusqu’à l’exploitation courante',
  back: { label: 'Tous les programmes', href: paths.programs },
  overview: {
    heading: 'Vue d’ensemble',
    paragraphs: [
      'La conformité échoue quand les directives et la pratique divergent. Le programme commence donc sur le terrain : nous regardons comment les accès sont accordés, les changements menés et les incidents traités, puis les documents. Là où la pratique est bonne, la directive la suit. Là où elle ne l’est pas, nous changeons les deux.',
      'Il en résulte un système de management allégé : des mesures avec leurs responsables, un registre des risques qui éclaire les décisions, et un calendrier de revue que votre équipe suit sans nous.',
    ],
  },
  deliverables: {
    heading: 'Livrables',
    groups: [
      {
        title: 'Référentiels',
        items: [
          {
            title: 'FINMA',
            description:
              'Les circulaires 2023/1 sur les risques opérationnels et la résilience et 2018/3 sur l’externalisation, traduites en mesures et en circuits de reporting.',
          },
          {
            title: 'NIST CSF',
            description:
              'Profils actuel et cible selon la version 2.0, fonction Govern comprise, comme langue commune du programme.',
          },
          {
            title: 'RGPD',
            description:
              'Registre des activités de traitement, analyses d’impact, contrats de sous-traitance et procédures en cas de violation, y compris ce qu’exige la nLPD.',
          },
          {
            title: 'ISO 27001/27002',
            description:
              'Domaine d’application, déclaration d’applicabilité et mesures selon les éditions 2022, prêts pour un audit de certification accrédité.',
          },
        ],
      },
      {
        title: 'Mesures',
        items: [
          {
            title: 'Directives',
            description:
              'Une hiérarchie simple de directives, de normes et de procédures. Chaque document a un responsable, un public et une date de revue.',
          },
          {
            title: 'Risques',
            description:
              'Une méthode fondée sur ISO/IEC 27005, un registre dans les termes du métier, et des décisions de traitement signées par les responsables des risques.',
          },
          {
            title: 'Accès',
            description:
              'Rôles, approbation, recertification et accès privilégiés, liés à vos processus d’entrée, de mutation et de départ.',
          },
          {
            title: 'Surveillance',
            description:
              'Tests des mesures, indicateurs et plan d’audit interne, automatisés partout où un système peut fournir la preuve.',
          },
        ],
      },
    ],
  },
  phases: {
    heading: 'Quatre phases',
    items: [
      {
        title: 'Évaluation et analyse des écarts',
        duration: assessment,
        description:
          'Entretiens, examen des documents et sondages dans l’exploitation. Vous recevez une liste des écarts, chacun avec une estimation de la charge et une priorité.',
      },
      {
        title: 'Mise en œuvre des référentiels',
        duration: implementation,
        description:
          'Conception des mesures, directives et moyens techniques, élaborés avec les responsables et approuvés un à un.',
      },
      {
        title: 'Mise en service et formation',
        duration: operationalisation,
        description:
          'Les mesures fonctionnent pour la première fois sous nos yeux. Nous formons les responsables, et un audit interne éprouve l’ensemble.',
      },
      {
        title: 'Gouvernance continue',
        duration: governance,
        description: 'Revues trimestrielles, veille réglementaire et appui lors d’audits, selon vos besoins.',
      },
    ],
  },
  team: programTeam(
    'Deux personnes mènent le programme ; deux autres les rejoignent pour les mesures de leur domaine.',
    {
      mirjam: 'Direction du programme, risques et FINMA',
      dario: 'Protection des données, directives et formation',
    },
    { aurelio: 'Mesures cloud et accès', flurin: 'Surveillance et preuves techniques' },
  ),
  whyItWorks: {
    heading: 'Pourquoi cette démarche fonctionne',
    items: [
      {
        title: 'Un seul catalogue de mesures',
        description:
          'Chaque exigence est mise en œuvre une fois et rattachée à tous les référentiels qui la posent. Une nouvelle réglementation ajoute des lignes à un tableau au lieu d’ouvrir un nouveau projet.',
      },
      {
        title: 'Le terrain d’abord',
        description:
          'Les responsables participent à la conception : les mesures s’accordent à leur quotidien.',
      },
      {
        title: 'Des preuves sans effort',
        description:
          'Tickets, pipelines et journaux fournissent les preuves. Personne ne rassemble de captures d’écran la semaine d’avant l’audit.',
      },
      {
        title: 'Proportionnalité',
        description:
          'La FINMA comme la LPD exigent des mesures proportionnées au risque. Nous vous disons par écrit de quelles mesures vous n’avez pas besoin.',
      },
    ],
  },
  closing: {
    heading: 'Quel sera le prochain audit ?',
    text: 'Indiquez le référentiel et la date. Nous vous dirons si elle est tenable et par quoi commencer.',
    cta: { label: 'Parler de vos exigences de conformité', href: paths.contact },
    inquiry: { program: 'compliance-governance', reason: 'security-assessment' },
  },
}
