import { procurement } from '../firm'
import type { ItemGroup, ItemGroupSection } from '../types'
import { site } from './site'

/** A fact that is not set is left out. */
const fact = (title: string, value: number | undefined, text: (value: number) => string): ItemGroup[] =>
  value ? [{ title, items: [text(value)] }] : []

const groups: readonly ItemGroup[] = [
  { title: 'Forme juridique', items: [`${site.legalName}, société anonyme suisse, ${site.city}`] },
  { title: 'Registre du commerce', items: [site.companyNumber] },
  {
    title: 'Indépendance',
    items: [
      'Nous n’acceptons d’aucun éditeur ni commission, ni marge, ni objectif de vente. Un éditeur peut nous confier un projet qui lui est propre ; le client qui nous consulte sur ses produits en est informé avant.',
    ],
  },
  {
    title: 'Confidentialité',
    items: [
      'Un accord de confidentialité réciproque avant le premier document, sur votre modèle ou le nôtre.',
    ],
  },
  ...fact(
    'Assurance',
    procurement.insuredMillions,
    (millions) => `Responsabilité civile professionnelle, ${millions} millions de francs par sinistre`,
  ),
  ...fact(
    'Vérification des antécédents',
    procurement.checkedEveryYears,
    (years) =>
      `Extraits du casier judiciaire et du registre des poursuites de chaque consultant, renouvelés tous les ${years} ans`,
  ),
  { title: 'Sous-traitants', items: ['Aucun sans votre accord écrit, et tous aux mêmes conditions.'] },
  { title: 'Hébergement', items: ['Le site, les demandes et les e-mails en Suisse.'] },
  {
    title: 'Délai de réponse',
    items: ['En général dans les 24 heures pour les urgences, dans les deux jours ouvrables pour le reste.'],
  },
  ...fact(
    'Tarif indicatif',
    procurement.dayRateFrom,
    (rate) => `Dès ${rate.toLocaleString('fr-CH')} francs par consultant et par jour, hors TVA`,
  ),
]

export const procurementFacts: ItemGroupSection = {
  heading: 'Informations pour le service achats',
  intro: 'Ce que demande un service achats. S’il manque un point, posez-nous la question.',
  groups,
}
