import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const startups: Segment = {
  path: paths.startups,
  title: `La sécurité des start-up | ${site.name}`,
  description:
    'La sécurité d’une jeune entreprise : des bases saines, des réponses aux grands clients, un pipeline sûr et un conseiller confirmé à la journée.',
  hero: {
    eyebrow: 'Pourquoi nous : start-up',
    heading: 'Une sécurité qui aide à vendre aux grands comptes',
    lead: 'Tôt ou tard, un grand client vous envoie un questionnaire de sécurité de 200 questions. Nous vous aidons à y répondre honnêtement sans ralentir le développement du produit.',
  },
  intro: [
    'Une entreprise de douze personnes n’a pas besoin d’un service de sécurité. Il lui faut une dizaine de décisions, bon marché aujourd’hui et coûteuses demain : comment on se connecte, où sont les secrets, qui accède à la production, ce qui est journalisé. Le reste peut attendre qu’il y ait une raison : un contrat, une réglementation, une levée de fonds.',
  ],
  change: {
    heading: 'Avant et après',
    columns: ['Avant', 'Après'],
    rows: [
      [
        'Questionnaire',
        'Pour chaque client, tout est à refaire',
        'Des réponses justifiées, réunies au même endroit',
      ],
      ['Accès', 'Comptes partagés, clés dans la messagerie', 'Une seule connexion, avec un second facteur'],
      ['Livraison', 'On contrôle avant l’audit', 'On contrôle chaque pull request'],
    ],
  },
  offerings: [
    {
      heading: 'Cinq offres pour les start-up',
      items: [
        {
          title: 'Les bases de la sécurité',
          description:
            'Authentification unique, gestion des appareils, sauvegardes, secrets et garde-fous cloud, mis en place avec vos ingénieurs en quelques semaines et documentés en quelques pages.',
        },
        {
          title: 'Responsable sécurité à temps partiel',
          description:
            'Un consultant confirmé pour un nombre fixe de jours par mois, qui participe aux décisions d’architecture et aux appels avec les clients, et répond aux questions des investisseurs.',
        },
        {
          title: 'Un pipeline de livraison sûr',
          description:
            'Des contrôles du code, des dépendances et de l’infrastructure dans le pipeline que vous avez déjà, réglés de sorte que l’équipe les laisse actifs.',
        },
        {
          title: 'Des réponses pour vos clients',
          description:
            'Un dossier de sécurité avec les directives, une vue d’ensemble de l’architecture et des réponses types : le prochain questionnaire prendra un après-midi.',
        },
        {
          title: 'Vers la certification',
          description:
            'Un chemin vers ISO/IEC 27001 à la taille de votre entreprise, entamé assez tôt pour être prêt au premier appel d’offres qui l’exige.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Trois raisons de travailler avec nous',
    items: [
      {
        title: 'Commencer petit',
        description:
          'Un mandat peut durer deux jours. Vous voyez comment nous travaillons avant de vous engager davantage.',
      },
      {
        title: 'Des conseils prêts à fusionner',
        description:
          'Nos conseils arrivent sous forme de pull requests et de configuration, dans les outils de votre équipe.',
      },
      {
        title: 'Rien avant l’heure',
        description:
          'Nous vous disons ce dont vous pouvez vous passer à votre stade, et notons quand y revenir.',
      },
    ],
  },
  closing: {
    heading: 'Un questionnaire à remplir ?',
    text: 'Apportez-le au premier entretien. Nous trierons les questions : celles auxquelles vous pouvez répondre tout de suite, celles pour bientôt et celles qui demandent du travail.',
    cta: { label: 'Commencer', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
