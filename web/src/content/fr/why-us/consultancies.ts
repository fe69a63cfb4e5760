import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const consultancies: Segment = {
  path: paths.consultancies,
  title: `Pour les cabinets de conseil | ${site.name}`,
  description:
    'Des spécialistes de la sécurité pour vos mandats : sous-traitance, offres communes, deuxième avis et formation de vos propres consultants.',
  hero: {
    eyebrow: 'Pourquoi nous : cabinets de conseil',
    heading: 'Des spécialistes pour vos mandats',
    lead: 'Vous menez la transformation, l’audit ou l’intégration. S’il vous faut le mois prochain un ingénieur de détection ou un architecte sécurité cloud, nous en mettons un à disposition, habitué à travailler dans l’équipe d’un autre cabinet.',
  },
  intro: [
    'La plupart des grands projets soulèvent des questions de sécurité, mais rarement assez pour justifier un département. Avec un contrat-cadre, nos spécialistes sont disponibles à bref délai, assurés et tenus par vos règles de qualité. Ils travaillent sous votre nom ou sous le nôtre.',
  ],
  change: {
    heading: 'Avant et après',
    columns: ['Avant', 'Après'],
    rows: [
      ['Offre', 'Le chapitre sécurité reste mince', 'Un expert désigné et une estimation'],
      ['Projet', 'Le spécialiste est encore à recruter', 'Le spécialiste rejoint votre équipe'],
      ['Remise', 'Le savoir part avec le sous-traitant', 'Vos collaborateurs ont été formés en chemin'],
    ],
  },
  offerings: [
    {
      heading: 'Quatre offres pour les cabinets de conseil',
      items: [
        {
          title: 'Experts intégrés',
          description:
            'Des consultants qui rejoignent votre équipe pour des semaines ou des mois, suivent vos méthodes et rendent compte à votre chef de projet.',
        },
        {
          title: 'Offres communes',
          description:
            'Nous apportons le périmètre, la charge et les profils du volet sécurité d’un appel d’offres, et nous nous en tenons aux chiffres si vous gagnez.',
        },
        {
          title: 'Revue indépendante',
          description:
            'Un second regard sur les architectures et les rapports avant qu’ils n’arrivent chez le client, avec des remarques exploitables le lendemain matin.',
        },
        {
          title: 'Formation de vos équipes',
          description:
            'Des ateliers et du travail en binôme qui créent des compétences chez vous, de la modélisation des menaces aux exigences de la FINMA.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Notre place dans votre projet',
    items: [
      {
        title: 'Votre client reste le vôtre',
        description: 'Le contrat-cadre contient une clause de non-sollicitation.',
      },
      {
        title: 'Expérimenté dès le premier jour',
        description:
          'La personne nommée dans l’offre est celle qui fait le travail. Nous ne formons pas de débutants à vos frais.',
      },
      {
        title: 'Des rapports à votre image',
        description: 'Nous livrons dans votre modèle, dans une langue qu’un comité de pilotage comprend.',
      },
    ],
  },
  closing: {
    heading: 'Un rôle vacant dans votre projet ?',
    text: 'Indiquez-nous le rôle, les dates et la langue. En quelques jours, vous recevez un profil ou un refus clair.',
    cta: { label: 'Prendre contact', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
