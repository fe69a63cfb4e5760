import type { Cta, FooterColumn, NavMenu } from '../types'
import { paths } from './paths'
import { founder, networks, site } from './site'

export const menus: readonly NavMenu[] = [
  {
    label: 'Pourquoi nous',
    items: [
      { label: 'Start-up', description: 'Une sécurité qui aide à vendre', href: paths.startups },
      { label: 'PME', description: 'La sécurité sans service dédié', href: paths.smes },
      { label: 'MSSP', description: 'Des spécialistes pour votre service', href: paths.mssps },
      {
        label: 'Cabinets de conseil',
        description: 'Des spécialistes pour vos mandats',
        href: paths.consultancies,
      },
      {
        label: 'Grandes entreprises',
        description: 'Des programmes pour environnements complexes',
        href: paths.enterprises,
      },
      { label: 'Partenaires', description: 'Pour les éditeurs et fabricants', href: paths.partners },
    ],
  },
  {
    label: 'Prestations',
    items: [
      {
        label: 'Toutes les prestations',
        description: 'D’un consultant à six et plus',
        href: paths.services,
      },
      {
        label: 'Détection et réponse',
        description: 'SIEM, XDR, EDR, detection as code, OT',
        href: paths.threatDetectionResponse,
      },
      {
        label: 'DevSecOps et SDLC',
        description: 'Pipelines, SAST, DAST, champions',
        href: paths.devsecops,
      },
      {
        label: 'Gestion des vulnérabilités',
        description: 'Du résultat de scan au correctif vérifié',
        href: paths.vulnerabilityManagement,
      },
      {
        label: 'Architecture de sécurité cloud',
        description: 'Azure, identités, posture, conformité',
        href: paths.cloudSecurity,
      },
      {
        label: 'Sensibilisation et reporting',
        description: 'Formations, campagnes, rapports à la direction',
        href: paths.securityAwareness,
      },
    ],
  },
  {
    label: 'Programmes',
    items: [
      { label: 'Tous les programmes', description: 'Périmètre, équipe et délai fixes', href: paths.programs },
      {
        label: 'Déploiement EDR/XDR',
        description: 'Déploiement, réglage et transfert',
        href: paths.edrImplementation,
      },
      {
        label: 'SIEM et Threat Hunting',
        description: 'Règles sous forme de code, chasses planifiées',
        href: paths.siemThreatHunting,
      },
      {
        label: 'Plateforme Threat Intel',
        description: 'Un lac de données pour menaces et risques',
        href: paths.threatIntelPlatform,
      },
      {
        label: 'Opérations Purple Team',
        description: 'Attaquer, détecter, améliorer, recommencer',
        href: paths.purpleTeamOperations,
      },
      {
        label: 'Conformité et gouvernance',
        description: 'FINMA, NIST CSF, RGPD, ISO 27001',
        href: paths.complianceGovernance,
      },
    ],
  },
  {
    label: 'Ressources',
    items: [
      { label: 'Blog', description: 'Des articles tirés de nos projets', href: paths.blog },
      {
        label: 'Protection des données',
        description: 'Ce que nous conservons, pourquoi, combien de temps',
        href: paths.privacyPolicy,
      },
    ],
  },
  {
    label: 'À propos',
    items: [
      { label: 'Qui nous sommes', description: 'Deux modèles de mandat', href: paths.about },
      { label: founder.name, description: 'Profil de la fondatrice', href: paths.founder },
      { label: 'Équipe', description: 'Les personnes avec qui vous travailleriez', href: paths.team },
    ],
  },
]

export const contactLink: Cta = { label: 'Contact', href: paths.contact }
export const headerCta: Cta = { label: 'Premier entretien', href: paths.contact }
export const mobileCta: Cta = { label: 'Demander un premier entretien gratuit', href: paths.contact }

export const footerColumns: readonly FooterColumn[] = [
  {
    heading: 'Pourquoi nous',
    links: [
      { kind: 'internal', label: 'Start-up', href: paths.startups },
      { kind: 'internal', label: 'PME', href: paths.smes },
      { kind: 'internal', label: 'MSSP', href: paths.mssps },
      { kind: 'internal', label: 'Cabinets de conseil', href: paths.consultancies },
      { kind: 'internal', label: 'Grandes entreprises', href: paths.enterprises },
      { kind: 'internal', label: 'Partenaires', href: paths.partners },
    ],
  },
  {
    heading: 'Prestations',
    links: [
      { kind: 'internal', label: 'Détection des attaques', href: paths.threatDetectionResponse },
      { kind: 'internal', label: 'DevSecOps', href: paths.devsecops },
      { kind: 'internal', label: 'Gestion des vulnérabilités', href: paths.vulnerabilityManagement },
      { kind: 'internal', label: 'Sécurité du cloud', href: paths.cloudSecurity },
      { kind: 'internal', label: 'Sensibilisation', href: paths.securityAwareness },
      { kind: 'internal', label: 'Toutes les prestations', href: paths.services },
    ],
  },
  {
    heading: 'Ressources',
    links: [
      { kind: 'internal', label: 'Programmes', href: paths.programs },
      { kind: 'internal', label: 'Blog', href: paths.blog },
      { kind: 'internal', label: 'Protection des données', href: paths.privacyPolicy },
      { kind: 'internal', label: 'Conditions d’utilisation', href: paths.terms },
    ],
  },
  {
    heading: 'À propos',
    links: [
      { kind: 'internal', label: 'Qui nous sommes', href: paths.about },
      { kind: 'internal', label: 'Fondatrice', href: paths.founder },
      { kind: 'internal', label: 'Équipe', href: paths.team },
    ],
  },
  {
    heading: 'Contact',
    links: [
      { kind: 'mail', label: site.email, address: site.email },
      { kind: 'external', ...networks.linkedin },
      { kind: 'external', ...networks.medium },
    ],
  },
]

/** The line reads '© {year} {holder}. {rights}'. */
export const copyright = {
  holder: site.legalName,
  rights: 'Tous droits réservés.',
  location: site.location,
} as const

/** Words of the frame around every page. */
export const ui = {
  skipLink: 'Aller au contenu',
  homeLink: `${site.name}, accueil`,
  mainNavigation: 'Principale',
  mobileNavigation: 'Mobile',
  footerNavigation: 'Pied de page',
  pageSections: 'Sections de cette page',
  languages: 'Langue',
  openMenu: 'Ouvrir le menu',
  closeMenu: 'Fermer le menu',
  newTab: '(s’ouvre dans un nouvel onglet)',
  /** A number and its hours follow. */
  underAttack: 'Attaque en cours ? Appelez le',
} as const
