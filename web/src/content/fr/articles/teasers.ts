import type { ArticleTeaser } from '../../types'
import { paths } from '../paths'

/** What the list of articles shows; the browser loads a text with its page. */
export const teasers = {
  deletion: {
    path: paths.deletionArticle,
    category: 'Protection des données',
    title: 'Un effacement que l’on peut prouver',
    excerpt:
      'Comment notre formulaire efface les demandes après deux ans : une colonne d’expiration dans la base, une purge chaque minute et un registre comme preuve.',
    published: '2026-11-23',
  },
  botCheck: {
    path: paths.botCheckArticle,
    category: 'Sécurité web',
    title: 'Un contrôle anti-robots sans tiers',
    excerpt:
      'Ni cookie, ni devinette en images, ni requête vers une autre entreprise : comment notre formulaire se protège des robots par une preuve de travail, ce qu’elle coûte au visiteur et où sont ses limites.',
    published: '2026-11-23',
  },
  mailOutage: {
    path: paths.mailOutageArticle,
    category: 'Fiabilité',
    title: 'Quand le serveur de messagerie est en panne',
    excerpt:
      'Notre formulaire enregistre d’abord chaque demande, puis tente de la livrer pendant des jours. Dans un essai qui a tué ses processus 48 fois, aucune demande n’a été perdue et aucune notification n’est arrivée deux fois.',
    published: '2026-11-23',
  },
} as const satisfies Record<string, ArticleTeaser>
