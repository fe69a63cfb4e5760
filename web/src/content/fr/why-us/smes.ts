import type { Segment } from '../../types'
import { smeEmployees } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const smes: Segment = {
  path: paths.smes,
  title: `La sécurité des PME | ${site.name}`,
  description:
    'Pour les entreprises de 50 à 500 collaborateurs sans service de sécurité : protection, détection, conformité et formation à un coût supportable.',
  hero: {
    eyebrow: 'Pourquoi nous : PME',
    heading: 'La sécurité sans service dédié',
    lead: 'Les PME font face aux mêmes attaquants que les banques, mais avec une équipe informatique de cinq personnes. Nous faisons ce qui demande des spécialistes et rendons le reste assez simple pour l’équipe que vous avez.',
  },
  intro: [
    'Les attaques automatisées touchent des entreprises de toutes tailles. Les mesures qui arrêtent la plupart d’entre elles sont connues et abordables, mais elles passent après la migration de l’ERP et le nouvel entrepôt. Nous fixons les priorités, faisons ce pour quoi votre équipe n’a pas le temps, et achevons chaque étape avant d’entamer la suivante.',
  ],
  change: {
    heading: 'Avant et après',
    columns: ['Avant', 'Après'],
    rows: [
      ['Responsabilité', 'Qui a le temps s’en charge', 'Un interlocuteur et un plan par trimestre'],
      ['Sauvegarde', 'Jamais restaurée', 'Restaurée à l’essai, chronomètre en main'],
      ['E-mail suspect', 'Supprimé, ou ouvert', 'Signalé en un clic, et suivi d’une réponse'],
    ],
  },
  offerings: [
    {
      heading: 'Six offres pour les PME',
      items: [
        {
          title: 'Bilan de sécurité',
          description:
            'Une revue des identités, des postes, de la messagerie, des sauvegardes et du cloud selon la norme minimale TIC de la Confédération, avec un plan priorisé.',
        },
        {
          title: 'Plan d’amélioration suivi',
          description:
            'Un consultant met le plan en œuvre trimestre après trimestre avec votre équipe informatique et ses fournisseurs, et rend compte à la direction.',
        },
        {
          title: 'Protection des postes et de la messagerie',
          description:
            'Une détection moderne sur les postes et une messagerie durcie, configurées pour vos appareils, avec une procédure convenue pour les alertes hors des heures de bureau.',
        },
        {
          title: 'Sauvegarde et test de restauration',
          description:
            'Des sauvegardes hors d’atteinte des rançongiciels, et un exercice de restauration chronométré.',
        },
        {
          title: 'Protection des données',
          description:
            'La nLPD, et le RGPD si vous servez des clients dans l’UE, appliqués avec des registres et des procédures concis.',
        },
        {
          title: 'Formation du personnel',
          description:
            'De courtes séances tirées d’incidents de votre branche, un moyen simple de signaler, et une réponse à chaque signalement.',
        },
      ],
    },
  ],
  idealFor: {
    heading: 'Pour qui',
    items: [
      `Les entreprises de ${smeEmployees} collaborateurs`,
      'Les équipes sans personnel dédié à la sécurité',
      'Les entreprises dont les clients, les assureurs ou les autorités demandent des preuves',
    ],
  },
  reasons: {
    heading: 'Ce sur quoi vous pouvez compter',
    items: [
      {
        title: 'Un plan chiffré',
        description:
          'Chaque mesure est indiquée avec son coût et son effet : vous l’évaluez comme tout autre investissement.',
      },
      {
        title: 'Un seul interlocuteur',
        description:
          'Le même consultant travaille avec vous toute l’année et fait appel à des collègues quand il le faut.',
      },
      {
        title: 'Aucun produit à placer',
        description:
          'Nous ne gagnons rien sur les licences, et nous vous disons quand un produit que vous possédez suffit.',
      },
    ],
  },
  closing: {
    heading: 'Que voulez-vous atteindre cette année ?',
    text: 'Réussir un audit, réduire les alertes hors des heures de bureau, obtenir une cyberassurance à une prime correcte : dites-nous votre but, et nous proposerons un plan pour le premier trimestre.',
    cta: { label: 'Commencer', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
