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
      'Nous n’acceptons d’aucun éditeur ni commission, ni marge, ni objectif de vente. Un éditeur peut nous engager pour un projet à lui ; le client qui nous consulte sur ses produits l’apprend avant.',
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
    'Vérification des personnes',
    procurement.checkedEveryYears,
    (years) =>
      `Extraits du casier judiciaire et du registre des poursuites de chaque consultant, renouvelés tous les ${years} ans`,
  ),
  { title: 'Sous-traitants', items: ['Aucun sans votre accord écrit, et tous aux mêmes conditions.'] },
  { title: 'Hébergement', items: ['Le site, les demandes et les e-mails en Suisse.'] },
  {
    title: 'Délai de réponse',
    items: ['En général 24 heures pour les urgences, deux jours ouvrables pour les autres demandes.'],
  },
  ...fact(
    'Cadre de prix',
    procurement.dayRateFrom,
    (rate) => `Dès ${rate} francs par consultant et par jour, hors TVA`,
  ),
]

export const procurementFacts: ItemGroupSection = {
  heading: 'Informations pour vos achats',
  intro: 'Ce que demande un service des achats. S’il manque un point, posez-nous la question.',
  groups,
}
