import type { ArticleTeaser } from '../../types'
import { facts } from './facts'

/** What the list of articles shows; the browser loads a text with its page. */
export const teasers = {
  takeover: {
    ...facts.takeover,
    title: 'Un compte Microsoft 365 piraté, dans les journaux',
    excerpt:
      'Une session volée ne laisse aucune connexion en échec. Quels champs d’Entra et de l’Unified Audit Log montrent les trois jours suivants, et quel journal expire le premier.',
  },
  detectionRule: {
    ...facts.detectionRule,
    title: 'Une règle de détection, de l’idée au test',
    excerpt:
      'Des règles de boîte de réception qui cachent les e-mails de paiement : l’observation, la règle Sigma entière, quatre événements de test et la liste de ce que la règle ne voit pas.',
  },
  accessLog: {
    ...facts.accessLog,
    title: 'Ce que la nLPD exige des journaux',
    excerpt:
      'Qui doit journaliser l’accès aux données personnelles, ce que contient une entrée et pourquoi les durées de Microsoft 365 sont trop courtes : l’art. 4 OPDo, lu en techniciens.',
  },
  deletion: {
    ...facts.deletion,
    title: 'Un effacement que l’on peut prouver',
    excerpt:
      'Comment notre formulaire efface les demandes après deux ans : une colonne d’expiration dans la base, une purge chaque minute et un registre comme preuve.',
  },
  botCheck: {
    ...facts.botCheck,
    title: 'Un contrôle anti-robots sans tiers',
    excerpt:
      'Ni cookie, ni devinette en images, ni requête vers une autre entreprise : comment notre formulaire se protège des robots par une preuve de travail, ce qu’elle coûte au visiteur et où sont ses limites.',
  },
  mailOutage: {
    ...facts.mailOutage,
    title: 'Quand le serveur de messagerie est en panne',
    excerpt:
      'Notre formulaire enregistre d’abord chaque demande, puis tente de la transmettre pendant des jours. Dans un essai qui a tué ses processus 48 fois, aucune demande n’a été perdue et aucune notification n’est arrivée deux fois.',
  },
} as const satisfies Record<string, ArticleTeaser>
