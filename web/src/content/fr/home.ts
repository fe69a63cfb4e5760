import type { HomePage } from '../types'
import { consultantsBadge, programConstants, serviceBadge } from './figures'
import { paths } from './paths'
import { founder, site } from './site'

export const homePage: HomePage = {
  path: paths.home,
  title: `${site.name} | Conseil suisse en cyberdéfense`,
  description:
    'Des consultants suisses pour la détection et la réponse, DevSecOps, le cloud, les vulnérabilités et la sensibilisation. Le premier entretien est gratuit.',
  hero: {
    eyebrow: site.tagline,
    heading: 'Votre sécurité. Vos données. Votre avenir.',
    lead: `Nos consultants ont exploité eux-mêmes les systèmes sur lesquels ils vous conseillent. Engagez-en un, ou une équipe de six personnes et plus. Ce qu’ils construisent vous reste, et votre équipe apprend à l’exploiter.`,
    primary: { label: 'Premier entretien', href: paths.contact },
    secondary: { label: 'Toutes les prestations', href: paths.services },
  },
  tilesLabel: 'Les prestations selon votre question',
  tiles: [
    {
      title: 'Verrions-nous une attaque ?',
      description: 'SIEM, XDR, EDR, OT',
      href: paths.threatDetectionResponse,
    },
    { title: 'Notre code est-il sûr ?', description: 'SAST, DAST, IAST', href: paths.devsecops },
    {
      title: 'Que corriger d’abord ?',
      description: 'Scanner, classer, corriger, vérifier',
      href: paths.vulnerabilityManagement,
    },
    {
      title: 'Qui accède à notre cloud ?',
      description: 'Azure, IAM, CSPM',
      href: paths.cloudSecurity,
    },
  ],
  services: {
    heading: 'Prestations',
    intro: 'À la journée ou en projet.',
    cards: [
      {
        title: 'Détection et réponse',
        description: 'Arrêter une intrusion avant la fuite de données.',
        href: paths.threatDetectionResponse,
      },
      {
        title: 'DevSecOps et SDLC',
        description: 'Trouver les failles pendant la revue de code.',
        href: paths.devsecops,
      },
      {
        title: 'Gestion des vulnérabilités',
        description: 'Classer les failles et vérifier chaque correctif.',
        href: paths.vulnerabilityManagement,
      },
      {
        title: 'Architecture de sécurité cloud',
        description: 'Exploiter sur Azure des applications réglementées.',
        href: paths.cloudSecurity,
      },
    ],
    all: { label: 'Les cinq prestations', href: paths.services },
  },
  samples: {
    intro: 'Voir un exemple :',
    links: [
      { label: 'Carte de couverture', href: paths.threatDetectionResponse },
      { label: 'Modification de règle', href: paths.cloudSecurity },
    ],
  },
  fifthService: {
    intro: 'Et aussi :',
    cta: { label: 'Sensibilisation et reporting', href: paths.securityAwareness },
  },
  ways: {
    heading: 'Deux façons de travailler avec nous',
    intro: 'Les deux commencent par un entretien gratuit.',
    items: [
      {
        title: 'Un expert, sans intermédiaire',
        description: `La fondatrice, ${founder.name}, ou un autre spécialiste.`,
        cta: { label: 'Le mandat individuel', href: paths.about },
      },
      {
        title: 'Une équipe complète',
        description: 'Une équipe avec les compétences que demande votre projet.',
        cta: { label: 'Prestations en équipe', href: paths.services },
      },
    ],
    rows: [
      { label: 'Équipe', values: ['1 consultant', serviceBadge] },
      {
        label: 'Pour',
        values: [
          'Revues d’architecture, deuxièmes avis, fonctions ad interim',
          'Plateformes de détection, programmes cloud et conformité',
        ],
      },
      {
        label: 'Conditions',
        values: ['À la journée, à la semaine ou au mois', 'Taille de l’équipe convenue pour chaque phase'],
      },
    ],
  },
  programs: {
    heading: 'Programmes',
    intro: 'Chacun a une équipe, une durée et des livrables fixes.',
    cards: [
      {
        title: 'Déploiement EDR/XDR',
        description: 'Chaque poste couvert et surveillé.',
        badge: consultantsBadge(programConstants.edrImplementation.consultants),
        timeline: programConstants.edrImplementation.timeline,
        href: paths.edrImplementation,
      },
      {
        title: 'SIEM et Threat Hunting',
        description: 'Detection as code et recherche de menaces.',
        badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
        timeline: programConstants.siemThreatHunting.timeline,
        href: paths.siemThreatHunting,
      },
      {
        title: 'Opérations Purple Team',
        description: 'Red Team et Blue Team comblent les lacunes ensemble.',
        badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
        timeline: programConstants.purpleTeamOperations.timeline,
        href: paths.purpleTeamOperations,
      },
      {
        title: 'Conformité et gouvernance',
        description: 'Un catalogue de mesures pour plusieurs référentiels.',
        badge: consultantsBadge(programConstants.complianceGovernance.consultants),
        timeline: programConstants.complianceGovernance.timeline,
        href: paths.complianceGovernance,
      },
    ],
    all: { label: 'Tous les programmes', href: paths.programs },
  },
  whyUs: {
    heading: `Pourquoi ${site.name}`,
    items: [
      {
        title: 'Praticiens',
        description:
          'Le consultant qui vous conseille écrit aussi la règle de détection, la directive ou le code du pipeline.',
      },
      {
        title: 'Suisses',
        description: `Établis à ${site.city}, nous connaissons les exigences de la nLPD et de la FINMA. Nos serveurs et notre messagerie sont hébergés en Suisse.`,
      },
      {
        title: 'Indépendants',
        description:
          'Nous ne touchons aucune commission sur les produits, pas même de nos partenaires. Si ceux que vous possédez suffisent, nous le disons.',
      },
    ],
  },
  contact: {
    heading: 'Commençons par en parler',
    intro: 'Le premier entretien est gratuit.',
    cards: [
      {
        title: 'Fixer un entretien',
        description: 'Vous avez une question ou un souci et cherchez l’avis d’un spécialiste.',
        cta: { label: 'Fixer un entretien', href: paths.contact },
      },
      {
        title: 'Parler de votre projet',
        description: 'Vous avez un périmètre, une échéance ou un appel d’offres et souhaitez une estimation.',
        cta: { label: 'Parler de votre projet', href: paths.contact },
      },
    ],
  },
}
