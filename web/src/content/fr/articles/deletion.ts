import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.deletion

export const deletionArticle: Article = {
  ...fact,
  title: `L’effacement après deux ans | ${site.name}`,
  description:
    'Comment notre formulaire efface les demandes deux ans après le dernier contact, pourquoi DELETE ne suffit pas, et ce qu’un auditeur vérifie sans accès.',
  hero: {
    eyebrow: aboutSite,
    heading: 'L’effacement après deux ans, et comment nous le prouvons',
    lead: 'Notre politique de protection des données dit qu’une demande est effacée deux ans après le dernier contact. Cet article explique comment se fait l’effacement et ce qu’un auditeur peut vérifier sans nous croire sur parole.',
  },
  back: { label: 'Tous les articles', href: paths.blog },
  sections: [
    {
      id: 'period',
      heading: 'La base de données impose la durée',
      blocks: [
        'La plupart des règles de conservation sont une tâche planifiée : un script s’exécute la nuit et efface les vieux enregistrements. S’il s’arrête, les données restent, et personne ne le remarque.',
        'Dans notre base, l’expiration est une colonne générée. Postgres la calcule à partir du dernier contact, et aucun rôle ne peut y écrire, ni celui du site, ni celui du responsable de la conformité. Quand une demande a expiré, la sécurité au niveau des lignes la cache au site et au programme qui envoie les e-mails. Une tâche arrêtée peut retarder l’effacement, mais les données ne restent pas lisibles pour autant.',
      ],
    },
    {
      id: 'purge',
      heading: 'La purge tourne chaque minute',
      blocks: [
        'Chaque lot efface jusqu’à 2 000 demandes et écrit son entrée au registre dans la même transaction. On peut donc interrompre la purge à tout moment. Chaque demande que le registre dit effacée a quitté la table, et les autres y sont encore, mais cachées.',
        'Lors de notre dernière mesure, effacer 100 000 demandes sur un million a pris 8,3 secondes, réécriture décrite ci-dessous comprise. Le formulaire a continué de répondre : le 99e centile de son temps de réponse est passé de 4,7 à 7,3 millisecondes.',
      ],
    },
    {
      id: 'bytes',
      heading: 'DELETE laisse les octets en place',
      blocks: [
        'DELETE retire une ligne des résultats, mais pas du disque. Postgres marque la ligne comme morte, et ses octets restent dans le fichier jusqu’à ce que d’autres données les écrasent. Qui a le fichier peut encore y lire les noms.',
        'Après la purge, nous réécrivons donc chaque table dont des lignes ont été effacées. Noms, adresses et messages sont dans une table partitionnée par trimestre : un ancien trimestre peut être réécrit pendant que de nouvelles demandes arrivent dans le trimestre en cours. Les statistiques de ces colonnes sont désactivées, car le planificateur garderait sinon des échantillons des valeurs.',
      ],
    },
    {
      id: 'evidence',
      heading: 'Des preuves sans données personnelles',
      blocks: [
        'Chaque purge, effacement, export et blocage pour motif juridique ajoute une entrée à un registre. Une entrée contient des nombres, des heures et des identifiants aléatoires, mais aucun nom. Elle contient aussi l’empreinte SHA-256 de l’entrée précédente. Modifier, insérer ou retirer une entrée rompt la chaîne, et une commande montre où.',
        'La chaîne seule ne montre pas si les entrées les plus récentes ont été retranchées. Chaque mois, un rapport indiquant le numéro et l’empreinte de la dernière entrée est donc envoyé par e-mail au responsable de la conformité. Un auditeur n’a pas besoin d’accéder à notre base, mais seulement de trois choses :',
        [
          'le registre exporté,',
          'les rapports envoyés les mois passés,',
          'une commande qui les compare hors ligne et prend moins de deux secondes pour 100 000 entrées.',
        ],
      ],
    },
    {
      id: 'limits',
      heading: 'Ce que cela ne prouve pas',
      blocks: [
        'Celui qui contrôle le serveur de base de données peut effacer des demandes sans laisser d’entrée, ou arrêter la purge. Mais aucune entrée ne peut être changée sans qu’on le remarque une fois le rapport envoyé avec son empreinte. Les sauvegardes sont conservées 35 jours au plus. Une base restaurée reste fermée jusqu’à ce que le registre ait été rejoué : les données effacées ne reviennent pas. Le logiciel n’a pas prise sur les e-mails dans les boîtes de nos consultants ; une règle interne s’en charge.',
      ],
    },
  ],
  closing: {
    heading: 'Pouvez-vous prouver vos propres effacements ?',
    text: 'Envoyez-nous la clause de conservation de votre politique de protection des données. Nous vous dirons lesquels de vos systèmes doivent l’imposer.',
    cta: { label: 'Poser une question sur la conservation', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
