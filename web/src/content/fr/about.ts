import type { AboutPage } from '../types'
import { serviceBadge, teamSize } from './figures'
import { paths } from './paths'
import { procurementFacts } from './procurement'
import { founder, site } from './site'

export const aboutPage: AboutPage = {
  path: paths.about,
  title: `À propos de ${site.name}`,
  description: `Un cabinet de cyberdéfense à ${site.city} et deux modèles de mandat : un consultant qui travaille avec vous, ou une équipe d’une à six personnes et plus.`,
  hero: {
    eyebrow: 'Qui nous sommes',
    heading: 'Une petite équipe de praticiens',
    lead: `${site.name} est un cabinet de conseil en cyberdéfense établi à ${site.city}. Nous mettons en place des mesures de sécurité que les organisations exploitent elles-mêmes après notre départ.`,
  },
  intro: [
    'Notre nom associe « firn », le névé, cette neige tassée qui nourrit un glacier, et « wall », le mur.',
    'Nous restons petits à dessein. Chacun ici conseille et réalise : le consultant qui recommande un changement sait aussi le mettre en œuvre.',
  ],
  models: {
    heading: 'Deux modèles de mandat',
    items: [
      {
        title: 'Mandat d’un consultant',
        description: `Un spécialiste travaille comme membre de votre équipe : ${founder.firstName}, ou un collègue qui a l’expérience voulue.`,
        badge: '1 consultant',
        points: [
          'Pour les revues, la conception, les fonctions ad interim et l’accompagnement',
          'Démarre en quelques jours, sans bureau de projet',
          'Facturé au temps passé, avec un préavis court de part et d’autre',
        ],
      },
      {
        title: 'Mandat d’une équipe complète',
        description: `Une équipe de ${teamSize} personnes sous une seule direction, composée pour la tâche et adaptée à son évolution.`,
        badge: serviceBadge,
        points: [
          'Pour les programmes, les migrations et les échéances réglementaires',
          'Périmètre, livrables et critères d’acceptation convenus d’avance',
          'Une personne répond de l’avancement, de la qualité et du transfert',
        ],
      },
    ],
  },
  principles: {
    heading: 'Notre façon de travailler',
    items: [
      {
        title: 'Dire ce que nous ne savons pas',
        description: 'Nos rapports distinguent ce que nous avons vérifié de ce que nous supposons.',
      },
      {
        title: 'Tout transmettre',
        description: 'Un mandat prend fin lorsque vos collaborateurs ont repris ce que nous avons construit.',
      },
      {
        title: 'Limiter les données',
        description:
          'Nous ne demandons que les accès nécessaires au travail, conservons nos notes en Suisse et les effaçons à la date convenue.',
      },
    ],
  },
  facts: procurementFacts,
  quotation: {
    text: 'Dans une station de traitement d’eau, j’ai vu un fournisseur changer une valeur de consigne à distance. Il y avait une alarme pour cela. Elle n’avait jamais été testée, et elle est restée muette.',
    by: founder.name,
    role: founder.role,
  },
  people: {
    heading: 'Les personnes',
    items: [
      {
        title: founder.name,
        description:
          'Le parcours de la fondatrice, ses certifications, une sélection de postes et de projets, et les secteurs qu’elle connaît.',
        cta: { label: 'Lire le profil de la fondatrice', href: paths.founder },
      },
      {
        title: 'L’équipe',
        description:
          'Huit consultants aux compétences complémentaires, de l’ingénierie de détection à la protection des données.',
        cta: { label: 'Découvrir l’équipe', href: paths.team },
      },
    ],
  },
  closing: {
    heading: 'Voyons si nous pouvons vous aider',
    text: 'Le premier entretien dure de 30 à 60 minutes et il est gratuit. À la fin, vous saurez si nous pouvons vous aider.',
    cta: { label: 'Convenir d’un premier entretien', href: paths.contact },
  },
}
