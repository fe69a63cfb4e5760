import { auditQuery, mailAccess, signIn } from '../../listings/takeover'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.takeover

export const takeoverArticle: Article = {
  ...fact,
  title: `Un compte Microsoft 365 piraté, dans les journaux | ${site.name}`,
  description:
    'Ce que les 72 premières heures d’un piratage de compte Microsoft 365 laissent dans les journaux de connexion Entra et l’Unified Audit Log, champ par champ.',
  hero: {
    eyebrow: fact.category,
    heading: 'Les 72 premières heures d’un compte Microsoft 365 piraté, dans les journaux',
    lead: 'Une collaboratrice se connecte sur une page qui transmet tout à Microsoft, y compris le second facteur. L’attaquant, lui, garde la session. Voici où se lisent les trois jours qui suivent. Les lignes sont fictives, les champs sont ceux de Microsoft.',
  },
  back: { label: 'Tous les articles', href: paths.blog },
  sections: [
    {
      id: 'first-hour',
      heading: 'Première heure : une connexion qui réussit',
      blocks: [
        'Inutile de chercher des échecs. Le mot de passe était correct, le second facteur a été confirmé, et le code d’erreur vaut 0. Deux choses détonnent : une adresse que cette personne n’a jamais utilisée, et un appareil qu’Entra ne connaît pas, car deviceId est vide.',
        { caption: 'Journal de connexion Entra (signIn dans Microsoft Graph, bêta)', listing: signIn },
        'Notez sessionId. Tous les jetons issus de cette connexion portent la même valeur, y compris dans les autres journaux. Cherchez ensuite « User registered security info » dans le journal d’audit Entra : beaucoup d’attaquants enregistrent leur propre second facteur.',
      ],
    },
    {
      id: 'first-day',
      heading: 'Premier jour : lire et cacher',
      blocks: [
        'Exchange consigne la lecture sous MailItemsAccessed. La session se trouve dans AppAccessContext, sous le nom d’AADSessionId. Vous suivez ainsi l’attaquant même s’il change d’adresse.',
        { caption: 'Unified Audit Log, abrégé', listing: mailAccess },
        'Bind signifie que des messages ont été ouverts un à un ; InternetMessageId en donne la liste. Sync signifie qu’un client a téléchargé un dossier : considérez qu’il a été lu en entier. Au-delà de 1 000 entrées Bind en 24 heures, Exchange cesse de les écrire pendant un jour et le signale par IsThrottled. Le silence ne prouve alors plus rien.',
        'Avant le premier message frauduleux, une règle cache en général les réponses : New-InboxRule depuis Outlook sur le web, UpdateInboxRules depuis Outlook classique pour Windows.',
      ],
    },
    {
      id: 'third-day',
      heading: 'Deuxième et troisième jour : l’argent et un moyen de revenir',
      blocks: [
        'Les opérations suivantes montrent à quoi l’accès a servi :',
        [
          'Send et SendAs : des messages au nom de la personne.',
          'FileDownloaded et FileAccessed : des documents de SharePoint et de OneDrive.',
          'Set-Mailbox avec ForwardingSmtpAddress : une copie de tout nouvel e-mail.',
          'Consent to application. (avec le point) : une application qui garde son accès après le changement de mot de passe.',
        ],
        { caption: 'Toute la chronologie, dans Exchange Online PowerShell', listing: auditQuery },
        'Les entrées arrivent en retard : Microsoft indique 60 à 90 minutes pour les services principaux, sans garantie. Relancez la requête le lendemain. Le paramètre -SessionId ne fait que nommer la recherche ; ce n’est pas la session de l’attaquant.',
      ],
    },
    {
      id: 'clocks',
      heading: 'Quel journal expire le premier',
      blocks: [
        [
          'Journaux de connexion Entra : 7 jours dans l’édition gratuite, 30 jours avec P1 ou P2.',
          'Unified Audit Log : 180 jours avec Audit (Standard), un an pour Exchange, SharePoint et Entra avec Audit (Premium).',
        ],
        'Exportez donc d’abord les connexions. Révoquez ensuite les sessions, réinitialisez le mot de passe, puis supprimez les facteurs, règles et consentements inconnus, dans cet ordre. Un nouveau mot de passe, à lui seul, ne met pas fin à toutes les sessions ouvertes.',
      ],
    },
  ],
  closing: {
    heading: 'Une boîte mail est-elle entre de mauvaises mains ?',
    text: 'Appelez-nous avant de supprimer quoi que ce soit. Nous exportons d’abord les journaux, puis nous fermons l’accès.',
    cta: { label: 'Signaler un incident', href: paths.contact },
    inquiry: { reason: 'incident-response' },
  },
}
