import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.mailOutage

export const mailOutageArticle: Article = {
  ...fact,
  title: `Quand le serveur de messagerie est en panne | ${site.name}`,
  description:
    'Enregistrer, réessayer pendant des jours, envoyer une fois : comment notre formulaire traverse les pannes, et comment un essai montre que rien ne se perd.',
  hero: {
    eyebrow: aboutSite,
    heading: 'Ce que devient une demande quand le serveur de messagerie est en panne',
    lead: 'Bien des formulaires confient le message à un serveur de messagerie et affichent « envoyé ». Si la remise échoue ensuite, le message est perdu, et le visiteur attend une réponse qui ne viendra pas. Le nôtre procède autrement.',
  },
  back: { label: 'Tous les articles', href: paths.blog },
  sections: [
    {
      id: 'store',
      heading: 'Enregistrer d’abord, répondre ensuite',
      blocks: [
        'Quand vous cliquez sur « Envoyer le message », une seule instruction SQL écrit la demande, une ligne par e-mail à envoyer et les tâches qui lancent l’envoi. L’instruction est validée en entier ou pas du tout. Ce n’est qu’après la validation que la page dit que la demande est arrivée. Jusque-là, aucun serveur de messagerie n’intervient.',
        'Si la base de données est aussi en panne, la page dit que la demande n’a pas été envoyée, garde ce que vous avez saisi et propose de l’envoyer par e-mail. Chaque tentative porte la même clé : une demande soumise deux fois n’est enregistrée qu’une fois.',
      ],
    },
    {
      id: 'retry',
      heading: 'Réessayer jusqu’au retour du serveur',
      blocks: [
        'Un second programme, le service d’envoi, expédie les e-mails. Si le serveur de messagerie ne répond pas, il attend 15 secondes, puis une minute, puis cinq. Ensuite, il réessaie toutes les 15 minutes tant que dure la panne. Si le serveur répond par une erreur temporaire, les attentes s’allongent jusqu’à quatre heures. Après cinq jours, le service d’envoi s’arrête et alerte une personne, qui peut relancer l’envoi.',
        'La confirmation au visiteur suit une autre règle. Arrivée un jour trop tard, elle ne ferait que troubler : elle est abandonnée après 24 heures. La notification aux consultants ne l’est jamais.',
      ],
    },
    {
      id: 'twice',
      heading: 'Envoyé ou non ?',
      blocks: [
        'En SMTP, un message s’achève par une ligne qui ne contient qu’un point. Si la connexion se rompt après le point et avant le « 250 OK » du serveur, le service d’envoi ne peut pas savoir si le message a été accepté. Le renvoyer peut créer un doublon. Ne pas le renvoyer peut le perdre.',
        'Nous avons choisi le moindre mal pour chaque type d’e-mail. Une notification en double dérange, mais une notification manquante peut nous coûter un client. Elle est donc renvoyée, jusqu’à trois fois, toujours avec le même Message-ID. Une confirmation en double trouble le visiteur, et son absence ne fait guère de tort : elle n’est pas renvoyée. Le service d’envoi inscrit chaque tentative dans la base avant de transmettre le message, de sorte que les deux règles tiennent même après un arrêt brutal.',
      ],
    },
    {
      id: 'proof',
      heading: 'Débrancher et compter',
      blocks: [
        'Notre essai envoie des demandes sans arrêt, tue des processus par un signal qu’ils ne peuvent pas intercepter, et compare ce qui a été confirmé à ce qui est arrivé.',
        [
          'Site et service d’envoi tués 48 fois pendant 10 000 demandes : 0 demande perdue, 0 notification en double, au plus une confirmation par demande.',
          'Base de données tuée 15 fois en trois minutes, à 50 demandes par seconde : 9 024 demandes confirmées, 0 perdue. Le formulaire acceptait de nouveau des demandes 0,13 seconde après le redémarrage.',
          'Serveur de messagerie défaillant de 26 manières différentes, 10 016 e-mails : 0 e-mail marqué comme envoyé sans avoir été accepté.',
        ],
        'Nous vérifions aussi que les essais peuvent échouer. Chaque scénario est rejoué sans l’une de ses défenses, et cette fois il doit échouer. Sans le journal de transactions de la base, par exemple, le deuxième essai a trouvé des centaines de demandes perdues.',
      ],
    },
    {
      id: 'human',
      heading: 'Quand une personne est alertée',
      blocks: [
        'Si une notification attend encore après 15 minutes, une première alerte part vers un webhook, car l’e-mail ne fonctionne peut-être pas. L’alerte dit ce qu’il faut faire. Elle ne contient ni noms ni adresses, car les alertes finissent dans des messageries instantanées.',
      ],
    },
  ],
  closing: {
    heading: 'Votre formulaire perd-il des messages ?',
    text: 'Dites-nous où vont ses messages. Nous couperons un composant et compterons ce qui arrive.',
    cta: { label: 'Faire tester un formulaire', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
