import { procurement } from '../firm'
import type { ItemGroup, ItemGroupSection } from '../types'
import { site } from './site'

/** A fact that is not set is left out. */
const fact = (title: string, value: number | undefined, text: (value: number) => string): ItemGroup[] =>
  value ? [{ title, items: [text(value)] }] : []

const groups: readonly ItemGroup[] = [
  { title: 'Legal form', items: [`${site.legalName}, a Swiss company limited by shares, ${site.city}`] },
  { title: 'Register number', items: [site.companyNumber] },
  {
    title: 'Independence',
    items: [
      'We take no commission, margin or sales target from any vendor. A vendor can hire us for a project of its own; a client hears of it before we advise on that vendor’s products.',
    ],
  },
  {
    title: 'Confidentiality',
    items: ['A mutual non-disclosure agreement before the first document, on your form or ours.'],
  },
  ...fact(
    'Insurance',
    procurement.insuredMillions,
    (millions) => `Professional liability, CHF ${millions} million per claim`,
  ),
  ...fact(
    'Background checks',
    procurement.checkedEveryYears,
    (years) => `Criminal and debt register extracts of every consultant, renewed every ${years} years`,
  ),
  {
    title: 'Subcontractors',
    items: ['None without your written consent, and each bound by the same terms.'],
  },
  { title: 'Hosting', items: ['Website, inquiries and email in Switzerland.'] },
  {
    title: 'Response time',
    items: ['Urgent matters typically within 24 hours, other inquiries within two working days.'],
  },
  ...fact(
    'Price frame',
    procurement.dayRateFrom,
    (rate) => `From CHF ${rate.toLocaleString('en-GB')} per consultant and day, VAT not included`,
  ),
]

export const procurementFacts: ItemGroupSection = {
  heading: 'Facts for procurement',
  intro: 'What a purchasing department asks. If something is missing, ask us.',
  groups,
}
