import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const mssps: Segment = {
  path: paths.mssps,
  title: `Pour les prestataires MSSP | ${site.name}`,
  description:
    'Des ingénieurs confirmés pour votre service géré : contenu de détection, intégration de clients, automatisation, threat hunting, revues de qualité.',
  hero: {
    eyebrow: 'Pourquoi nous : MSSP',
    heading: 'Des spécialistes confirmés pour votre service',
    lead: 'Vos clients vous paient pour une surveillance jour et nuit. Un spécialiste dont vous n’avez besoin que trois semaines par trimestre se justifie mal sur la liste des salaires. Ce spécialiste, nous le fournissons.',
  },
  intro: [
    'On juge un prestataire sur des détections qui fonctionnent chez 40 clients à la fois, et sur le délai entre le contrat et la première alerte utile. Ce sont deux problèmes d’ingénierie. Nous travaillons sous votre nom ou sous le nôtre, dans vos outils, et remettons tout ce que nous construisons.',
  ],
  change: {
    heading: 'Avant et après',
    columns: ['Avant', 'Après'],
    rows: [
      ['Règles', 'Copiées d’un client à l’autre', 'Une bibliothèque testée, réglée pour chaque client'],
      ['Nouveau client', 'Raccordé à la main', 'Raccordé d’après un modèle'],
      ['Cas difficile', 'Attend celui qui sait', 'Va à un spécialiste désigné'],
    ],
  },
  offerings: [
    {
      heading: 'Six offres pour les prestataires',
      items: [
        {
          title: 'Contenu de détection multi-clients',
          description:
            'Une base de règles Sigma avec des paramètres par client, des tests et un déploiement par étapes : un correctif atteint tous les clients le même jour.',
        },
        {
          title: 'Intégration de clients',
          description:
            'Des modèles pour les sources, les accès et les valeurs de référence, qui ramènent l’intégration de quelques mois à quelques semaines.',
        },
        {
          title: 'SOAR et tri automatisé',
          description:
            'Des playbooks qui enrichissent et closent les alertes répétitives, dans des limites qu’un analyste voit et peut changer.',
        },
        {
          title: 'Threat hunting à la demande',
          description:
            'Des chasses planifiées ou liées à un incident, chez plusieurs clients, avec des rapports que vous pouvez transmettre.',
        },
        {
          title: 'Renfort pour les cas difficiles',
          description:
            'Des consultants désignés par leur nom pour l’analyse de malwares, la forensique cloud ou les questions OT auxquelles l’équipe de service ne peut pas répondre.',
        },
        {
          title: 'Revue de la qualité du service',
          description:
            'Des exercices Purple Team contre votre propre service, et la liste de ce que trouverait un client exigeant.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Pourquoi les prestataires choisissent ce modèle',
    items: [
      {
        title: 'Pas de concurrence',
        description:
          'Nous n’exploitons pas de centre d’opérations. Les relations avec les clients restent les vôtres, et le contrat le dit.',
      },
      {
        title: 'Une capacité élastique',
        description: 'D’un consultant à six et plus, réservés par sprint, sans forfait minimal.',
      },
      {
        title: 'Un transfert complet',
        description:
          'Chaque livraison comprend le code, la documentation et du travail en binôme, pour que votre équipe fasse le prochain changement.',
      },
    ],
  },
  closing: {
    heading: 'Quel client vous prend le plus de temps ?',
    text: 'Décrivez le cas sans nommer le client. Nous vous dirons ce que nous automatiserions, ce que nous chercherions et ce que nous laisserions tel quel.',
    cta: { label: 'Nous contacter', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
