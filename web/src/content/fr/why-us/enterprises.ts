import type { Segment } from '../../types'
import { paths } from '../paths'
import { founder, site } from '../site'

export const enterprises: Segment = {
  path: paths.enterprises,
  title: `Sécurité des grandes entreprises | ${site.name}`,
  description:
    'Pour les grandes organisations : détection, architecture cloud et OT, Purple Team, données de risque et gouvernance, d’un expert à l’équipe complète.',
  hero: {
    eyebrow: 'Pourquoi nous : grandes entreprises',
    heading: 'Des programmes pour environnements complexes',
    lead: 'Les grandes organisations manquent rarement de budget ou d’outils. Elles manquent de personnes qui comprennent à la fois la technique et l’organisation. Nous les mettons à disposition, et passons le relais quand votre équipe est prête.',
  },
  intro: [
    'Votre environnement a une histoire : trois annuaires issus de deux fusions, un réseau d’usine plus ancien que la politique de sécurité, des autorités de surveillance dans plusieurs pays. Nous ne remplaçons pas tout. Nous trouvons les quelques changements qui facilitent le reste et les menons à terme, des achats à la gestion des changements et au déploiement.',
  ],
  change: {
    heading: 'Avant et après',
    columns: ['Avant', 'Après'],
    rows: [
      ['Couverture', 'Supposée, outil par outil', 'Mesurée, technique par technique'],
      ['Changements', 'Convenus en séance', 'Relus comme du code, avec un responsable'],
      ['Sortie', 'Les consultants restent', 'Votre équipe reprend à une date convenue'],
    ],
  },
  offerings: [
    {
      heading: 'Six offres pour les grandes entreprises',
      items: [
        {
          title: 'Détection et réponse à grande échelle',
          description:
            'SIEM et XDR pour toutes les régions et divisions, avec un contenu commun, des exceptions locales et une seule mesure de couverture.',
        },
        {
          title: 'Architecture cloud et identités',
          description:
            'Landing zones, accès privilégiés et gestion des clés pour des applications réglementées, et un ordre de migration qui respecte les dépendances.',
        },
        {
          title: 'OT et infrastructures critiques',
          description:
            'Segmentation, surveillance et réponse pour des installations et des réseaux qui ne doivent pas s’arrêter.',
        },
        {
          title: 'Purple Team en continu',
          description:
            'Des exercices réguliers avec vos Red et Blue Teams, qui transforment les rapports sur les menaces en détections testées.',
        },
        {
          title: 'Plateforme de données de risque',
          description:
            'Vulnérabilités, systèmes et renseignement dans un seul modèle, pour que le groupe et ses filiales partent des mêmes chiffres.',
        },
        {
          title: 'Programmes réglementaires',
          description:
            'Les exigences de la FINMA, de NIS2, de DORA et de l’ISO ramenées à un seul cadre de mesures, avec des rapports pour le conseil d’administration et les autorités.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Pourquoi de grandes entreprises nous choisissent',
    items: [
      {
        title: 'Sans intermédiaire',
        description:
          'Vous discutez des décisions avec les consultants qui les exécutent, sans chargé de clientèle entre vous.',
      },
      {
        title: 'Une équipe qui se connaît',
        description: `Nos consultants ont des compétences complémentaires et des standards communs, et ont déjà travaillé ensemble.`,
      },
      {
        title: 'Une sortie planifiée',
        description:
          'Le transfert est un livrable avec ses propres critères d’acceptation, prévu dès le début.',
      },
    ],
  },
  closing: {
    heading: 'Une heure avec la consultante principale',
    text: 'Venez avec un architecte et un problème. Le premier entretien est gratuit, sans présentation, et sous accord de confidentialité si vous le souhaitez.',
    cta: { label: 'Fixer un entretien', href: paths.contact },
    inquiry: { to: founder.id },
  },
}
