import type { BlogPage } from '../types'
import { aboutSite } from './articles/facts'
import { teasers } from './articles/teasers'
import { paths } from './paths'
import { networks, site } from './site'

const comingSoon = 'À paraître'

export const blogPage: BlogPage = {
  path: paths.blog,
  title: `Blog | ${site.name}`,
  description:
    'Des articles écrits par ceux qui font le travail : comptes piratés, règles de détection, journaux selon la nLPD, et le fonctionnement de ce site.',
  hero: {
    eyebrow: 'Blog',
    heading: 'Notes de nos projets',
    lead: 'Chaque article décrit ce que nous avons configuré, ce que nous avons mesuré et où sont les limites.',
  },
  articles: { heading: 'Articles', items: [teasers.takeover, teasers.detectionRule, teasers.accessLog] },
  aboutSite: {
    heading: aboutSite,
    intro:
      'Le formulaire de contact est notre propre logiciel. Trois articles expliquent ce qu’il fait de vos envois.',
    items: [teasers.deletion, teasers.botCheck, teasers.mailOutage],
  },
  upcoming: {
    heading: 'Prochains articles',
    items: [
      {
        category: 'Sécurité du cloud',
        title: 'Les autorisations que personne n’a accordées',
        excerpt:
          'Rôles hérités, groupes imbriqués, anciens consentements : d’où viennent les autorisations effectives dans Azure et Entra ID, et comment trouver celles qui comptent.',
        date: comingSoon,
      },
      {
        category: 'Threat Intelligence',
        title: 'Des indicateurs avec une date de péremption',
        excerpt:
          'Pourquoi la plupart des flux d’indicateurs produisent plus d’alertes mais pas plus de détections, et ce qui change lorsqu’un SOC laisse expirer ses indicateurs.',
        date: comingSoon,
      },
      {
        category: 'DevSecOps',
        title: 'Quand un scanner doit-il bloquer le build ?',
        excerpt:
          'Les critères pour qu’un contrôle passe du signalement au blocage, comment mesurer la confiance des développeurs, et les deux exceptions que nous accordons toujours.',
        date: comingSoon,
      },
    ],
  },
  elsewhere: {
    heading: 'Ailleurs',
    text: 'Nous publions aussi des articles sur Medium et, sur LinkedIn, de brèves nouvelles et les dates de nos événements.',
    links: [
      { label: 'Lire sur Medium', url: networks.medium.url },
      { label: 'Suivre sur LinkedIn', url: networks.linkedin.url },
    ],
  },
  closing: {
    heading: 'Un sujet que nous devrions traiter ?',
    text: 'Envoyez-nous votre question. Si elle est urgente, nous y répondrons avant d’en faire un article.',
    cta: { label: 'Proposer un sujet', href: paths.contact },
    inquiry: { reason: 'other' },
  },
}
