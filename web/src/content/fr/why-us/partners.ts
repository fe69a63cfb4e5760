import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const partners: Segment = {
  path: paths.partners,
  title: `Pour les partenaires technologiques | ${site.name}`,
  description:
    'Des offres pour les éditeurs de sécurité des postes et de plateformes cloud : mise en œuvre, migration, contenu de détection commun, retours du terrain.',
  hero: {
    eyebrow: 'Pourquoi nous : partenaires',
    heading: 'Votre produit, bien mis en œuvre',
    lead: 'Un client décide dans les 90 premiers jours s’il renouvellera son contrat. Nous mettons en œuvre et intégrons des produits de sécurité dans des organisations suisses, formons les équipes qui les exploitent, et rapportons aux éditeurs ce que nous apprenons.',
  },
  intro: [
    'Nous travaillons avec des éditeurs à une condition : nos conseils aux clients restent indépendants. Les partenaires obtiennent des mises en œuvre qui exploitent tout le produit, des références fondées sur des résultats, et un retour sur les affaires perdues au profit d’un autre produit.',
    'Être indépendants, cela veut dire : ni commission, ni marge sur les licences, ni objectif de vente, pas même de la part de partenaires. Vous nous payez pour notre travail dans vos projets, et nos clients le savent avant de nous demander notre avis sur vos produits.',
  ],
  change: {
    heading: 'Avant et après',
    columns: ['Avant', 'Après'],
    rows: [
      ['Déploiement', 'Licences vendues, capteurs absents', 'Chaque poste prévu est couvert'],
      ['Détection', 'Les règles par défaut de l’éditeur', 'Des règles pour les systèmes du client'],
      ['Retours', 'Arrivent avec la résiliation', 'Arrivent de chaque projet'],
    ],
  },
  offerings: [
    {
      heading: 'Pour un éditeur de sécurité des postes',
      items: [
        {
          title: 'Mise en œuvre',
          description:
            'Des déploiements planifiés sur postes, serveurs et bureaux virtuels, jusqu’au mode prévention, avec des règles documentées.',
        },
        {
          title: 'Remplacement d’un concurrent',
          description:
            'L’agent existant est remplacé par étapes, et chaque poste reste protégé du début à la fin.',
        },
        {
          title: 'Contenu de détection sur mesure',
          description:
            'Des règles comportementales et des requêtes de chasse pour les menaces locales, testées et entretenues pour les clients communs.',
        },
        {
          title: 'Formation des analystes',
          description:
            'Une formation des équipes clientes sur des cas réels de la plateforme, jusqu’à la certification de l’éditeur.',
        },
      ],
    },
    {
      heading: 'Pour un fournisseur de plateforme cloud',
      items: [
        {
          title: 'Landing zones sécurisées',
          description:
            'Des architectures de référence pour les secteurs réglementés en Suisse, livrées sous forme de code avec les services de la plateforme.',
        },
        {
          title: 'Ateliers de sécurité',
          description:
            'Des revues structurées des identités, du réseau, des données et de l’exploitation, qui débouchent sur un plan chiffré pour le client.',
        },
        {
          title: 'Adoption des outils natifs',
          description:
            'Gestion de la posture, SIEM et protection des identités, de la licence à l’usage quotidien, chiffres d’adoption à l’appui.',
        },
        {
          title: 'Conformité accélérée',
          description:
            'Des correspondances et des preuves pour la FINMA, la nLPD et les normes ISO, réutilisables d’un client à l’autre.',
        },
      ],
    },
  ],
  ecosystem: {
    heading: 'Écosystème technologique',
    text: 'Nous intégrons des outils pour postes, identités, cloud, réseau et OT par des formats ouverts et des interfaces documentées : Sigma pour les détections, STIX et TAXII pour le renseignement, OCSF et ECS pour les événements, CycloneDX pour les composants. Nous préférons les produits qui suivent ces standards, car nos clients peuvent les combiner avec ce qu’ils ont déjà.',
  },
  reasons: {
    heading: 'Ce que nous apportons aux partenaires',
    items: [
      {
        title: 'Des retours du terrain',
        description:
          'Des rapports d’erreur reproductibles et des besoins priorisés issus de la production, anonymisés et approuvés par le client.',
      },
      {
        title: 'La connaissance du marché suisse',
        description:
          'Nous connaissons les procédures d’achat suisses, les régions linguistiques, les règles de localisation des données et la réglementation.',
      },
      {
        title: 'Des rôles clairs',
        description:
          'Vous vendez les licences, directement ou par un revendeur, et nous les prestations. Le client voit deux postes distincts.',
      },
    ],
  },
  closing: {
    heading: 'Commencer par un client commun',
    text: 'Nous suggérons de commencer par un seul déploiement. Proposez un client, et nous désignerons l’équipe.',
    cta: { label: 'Nous contacter', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
