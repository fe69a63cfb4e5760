import type { CtaBlock, Hero, Page, ServiceCard } from '../../types'
import { serviceBadge } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const servicesPage = {
  path: paths.services,
  title: `Prestations de sécurité | ${site.name}`,
  description:
    'Cinq prestations, d’un consultant à six et plus : détection et réponse, DevSecOps, gestion des vulnérabilités, cloud et sensibilisation.',
  hero: {
    eyebrow: 'Prestations',
    heading: 'Des prestations de sécurité à votre mesure',
    lead: `Engagez un spécialiste pour une revue de deux jours, ou une équipe de six personnes et plus pour une transformation. L’équipe grandit ou se réduit selon le travail.`,
  },
  cardsHeading: 'Cinq prestations',
  cards: [
    {
      title: 'Détection et réponse',
      description:
        'SIEM, XDR et EDR avec moins d’alertes, mais de meilleures : des détections écrites sous forme de code, nourries par le renseignement sur les menaces et éprouvées par des attaques simulées. Bureautique, cloud et OT.',
      badge: serviceBadge,
      href: paths.threatDetectionResponse,
    },
    {
      title: 'DevSecOps et SDLC',
      description:
        'Des contrôles de sécurité dans la chaîne de livraison : SAST, DAST et IAST réglés jusqu’à ce que les développeurs s’y fient, et des security champions qui les entretiennent.',
      badge: serviceBadge,
      href: paths.devsecops,
    },
    {
      title: 'Gestion des vulnérabilités',
      description:
        'Une seule liste des vulnérabilités de l’infrastructure, du code et des applications, classée selon le risque pour votre organisation, avec un responsable et une échéance pour chacune.',
      badge: serviceBadge,
      href: paths.vulnerabilityManagement,
    },
    {
      title: 'Architecture de sécurité cloud',
      description:
        'Landing zones Azure, gestion des identités et de la posture pour des applications réglementées, avec des décisions documentées qu’un auditeur peut suivre.',
      badge: serviceBadge,
      href: paths.cloudSecurity,
    },
    {
      title: 'Sensibilisation et reporting',
      description:
        'Une formation par rôle, des campagnes qui mesurent le comportement plutôt que la présence, et des rapports qui aident le conseil d’administration à décider.',
      badge: serviceBadge,
      href: paths.securityAwareness,
    },
  ],
  samples: {
    heading: 'Ce que vous recevez : deux exemples',
    items: [
      {
        title: 'Carte de couverture',
        description: 'Ce que change un mandat de détection, technique par technique.',
        href: paths.threatDetectionResponse,
      },
      {
        title: 'Modification de règle',
        description: 'Comment vous recevez une règle cloud : sous forme de pull request relue.',
        href: paths.cloudSecurity,
      },
    ],
  },
  incident: {
    heading: 'Réponse aux incidents',
    intro: 'De l’ordre des étapes dépend la conservation des traces.',
    items: [
      {
        title: 'Appeler',
        description:
          'Par téléphone, pas par e-mail. Nous décidons ensemble de ce qui doit cesser tout de suite et de ce que personne ne doit toucher.',
      },
      {
        title: 'Préserver',
        description:
          'Nous exportons les journaux et copions les systèmes touchés avant toute réinstallation, et notons qui a fait quoi, et quand.',
      },
      {
        title: 'Contenir',
        description:
          'Nous coupons d’un seul coup les sessions, les comptes et les connexions de l’attaquant. Les couper un à un l’avertirait.',
      },
      {
        title: 'Enquêter',
        description:
          'Par où l’attaquant est-il entré, depuis quand, et jusqu’où ? Chaque affirmation est prouvée, ou présentée comme une hypothèse.',
      },
      {
        title: 'Annoncer et rétablir',
        description:
          'Vous recevez les faits pour l’OFCS, le PFPDT ou la FINMA. Les systèmes redémarrent dans l’ordre convenu, chacun avec un contrôle qui repérerait une seconde tentative.',
      },
    ],
    cta: { label: 'Signaler un incident', href: paths.contact },
    inquiry: { reason: 'incident-response' },
  },
  notOffered: {
    heading: 'Ce que nous ne faisons pas',
    items: [
      {
        title: 'Tests d’intrusion',
        description:
          'Notre Red Team ne travaille que dans des exercices Purple Team. Pour un test d’intrusion, nous vous indiquons des entreprises spécialisées, sans rien toucher en retour.',
      },
      {
        title: 'Surveillance 24 heures sur 24',
        description:
          'Nous n’exploitons pas de centre opérationnel de sécurité. Nous construisons et testons les outils du vôtre, ou de celui de votre prestataire.',
      },
      {
        title: 'Vente de produits',
        description: 'Nous ne vendons ni licences ni matériel.',
      },
    ],
  },
  closing: {
    heading: 'Vous hésitez entre plusieurs prestations ?',
    text: 'La plupart des problèmes en touchent deux ou trois. Décrivez votre situation : nous vous dirons par où commencer et ce qui peut attendre.',
    cta: { label: 'Parler de vos besoins', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ServiceCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
