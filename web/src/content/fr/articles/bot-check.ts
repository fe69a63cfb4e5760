import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.botCheck

export const botCheckArticle: Article = {
  ...fact,
  title: `Un contrôle anti-robots sans tiers | ${site.name}`,
  description:
    'Une preuve de travail au lieu d’une devinette en images : comment notre formulaire écarte les robots sans cookie ni tiers, et où sont ses limites.',
  hero: {
    eyebrow: aboutSite,
    heading: 'Comment un formulaire écarte les robots sans tiers',
    lead: 'Notre formulaire de contact ne vous demande pas de trouver des feux de circulation et ne dit à aucune autre entreprise que vous étiez là. Il utilise une preuve de travail. Cet article explique comment elle fonctionne et ce qu’elle ne peut pas faire.',
  },
  back: { label: 'Tous les articles', href: paths.blog },
  sections: [
    {
      id: 'cost',
      heading: 'Ce que coûte le contrôle habituel',
      blocks: [
        'Le contrôle habituel charge un script d’une autre entreprise. Celle-ci voit l’adresse IP, le navigateur et la page de chaque visiteur, même de celui qui ne fait que lire. Un cabinet qui conseille en protection des données aurait de la peine à le justifier.',
        'Les devinettes en images ont un autre prix. Ceux qui ne voient pas les images restent dehors, et les programmes les résolvent désormais plus sûrement que les humains.',
      ],
    },
    {
      id: 'work',
      heading: 'Une énigme pour le processeur',
      blocks: [
        'Quand un visiteur commence à remplir le formulaire, le navigateur demande un défi à notre serveur : un sel aléatoire, un coût et une signature. Il essaie ensuite jusqu’à 700 valeurs de compteur, avec 5 000 tours de dérivation de clé chacune, jusqu’à ce que l’une convienne. Cela se passe en arrière-plan pendant la saisie, qui reste fluide. Le résultat est en général prêt avant la fin du message.',
        'Pour vérifier le résultat, le serveur calcule un HMAC. Comme il a signé lui-même le défi, il n’a besoin ni de session ni de cookie, et il n’enregistre rien sur les visiteurs qui n’envoient pas le formulaire.',
      ],
    },
    {
      id: 'once',
      heading: 'Chaque solution ne vaut qu’une fois',
      blocks: [
        'La solution est envoyée sous forme de jeton, valable pour une seule demande. Avec la demande, la base enregistre une empreinte du jeton, soumise à un index unique. Une seconde demande avec le même jeton est refusée, même si deux serveurs reçoivent les deux dans la même milliseconde. Des encodages différents du même jeton ont la même empreinte.',
        'Lors de notre dernier essai complet, nous avons soumis 100 000 jetons déjà utilisés, expirés, altérés ou signés avec une autre clé. Aucun n’a été accepté.',
      ],
    },
    {
      id: 'limits',
      heading: 'Ce qu’une preuve de travail ne prouve pas',
      blocks: [
        'Une preuve de travail montre qu’un ordinateur a consommé du temps de calcul. Elle ne montre pas qu’une personne a envoyé le formulaire. Un attaquant qui a assez de processeurs peut toujours envoyer des demandes, même si mille d’entre elles coûtent mille fois plus qu’une seule. Nous fixons donc d’autres limites :',
        [
          'Chaque réseau peut envoyer dix demandes par minute.',
          'Chaque personne reçoit au plus une confirmation automatique par jour, quelle que soit la graphie de l’adresse.',
          'Au plus 100 confirmations partent par heure, les autres attendent.',
          'Les confirmations ne répètent rien de ce que le visiteur a saisi : personne ne peut utiliser le formulaire pour écrire à quelqu’un d’autre.',
        ],
        'Le dernier point compte le plus. Un formulaire qui envoie le texte d’un visiteur à une adresse saisie par ce visiteur est un relais de spam, quel que soit le contrôle qui le protège.',
      ],
    },
    {
      id: 'choice',
      heading: 'Si vous préférez un service externe',
      blocks: [
        'Le même logiciel peut être configuré pour Cloudflare Turnstile. Si Turnstile est en panne, notre formulaire accepte toujours les demandes, les marque comme non vérifiées et les limite à quelques-unes par réseau. Elles ne donnent lieu à aucune confirmation. Les visiteurs peuvent nous joindre même si une autre entreprise a une panne.',
      ],
    },
  ],
  closing: {
    heading: 'Que dit votre formulaire à d’autres entreprises ?',
    text: 'Envoyez-nous son adresse. Nous dresserons la liste de toutes les requêtes qu’il adresse à d’autres entreprises.',
    cta: { label: 'Faire examiner un formulaire', href: paths.contact },
    inquiry: { reason: 'devsecops' },
  },
}
