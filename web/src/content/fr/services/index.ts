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
    lead: `Engagez un spécialiste pour une revue de deux jours, ou une équipe de six personnes et plus pour une transformation. L’équipe grandit ou se réduit avec le travail.`,
  },
  cardsHeading: 'Cinq prestations',
  cards: [
    {
      title: 'Détection et réponse',
      description:
        'SIEM, XDR et EDR avec moins d’alertes, mais de meilleures : des détections écrites en code, nourries par le renseignement sur les menaces et éprouvées par des attaques simulées. Bureautique, cloud et OT.',
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
        'Une formation par rôle, des campagnes qui mesurent le comportement plutôt que la présence, et des rapports qui aident la direction à décider.',
      badge: serviceBadge,
      href: paths.securityAwareness,
    },
  ],
  closing: {
    heading: 'Vous hésitez entre plusieurs prestations ?',
    text: 'La plupart des problèmes en touchent deux ou trois. Décrivez votre situation : nous vous dirons par où commencer et ce qui peut attendre.',
    cta: { label: 'Parler de vos besoins', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ServiceCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
