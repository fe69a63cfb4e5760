import { procurement } from '../firm'
import type { ItemGroup, ItemGroupSection } from '../types'
import { site } from './site'

/** A fact that is not set is left out. */
const fact = (title: string, value: number | undefined, text: (value: number) => string): ItemGroup[] =>
  value ? [{ title, items: [text(value)] }] : []

const groups: readonly ItemGroup[] = [
  { title: 'Rechtsform', items: [`${site.legalName}, schweizerische Aktiengesellschaft, ${site.city}`] },
  { title: 'Handelsregister', items: [site.companyNumber] },
  {
    title: 'Unabhängigkeit',
    items: [
      'Kein Hersteller zahlt uns Provisionen oder Margen oder gibt uns Umsatzziele vor. Ein Hersteller kann uns mit einem eigenen Projekt beauftragen; wer von uns Rat zu seinen Produkten will, erfährt das vorher.',
    ],
  },
  {
    title: 'Vertraulichkeit',
    items: [
      'Gegenseitige Geheimhaltungs\u00advereinbarung vor dem ersten Dokument, nach Ihrer oder unserer Vorlage.',
    ],
  },
  ...fact(
    'Versicherung',
    procurement.insuredMillions,
    (millions) => `Berufshaftpflicht, ${millions} Millionen Franken pro Schadenfall`,
  ),
  ...fact(
    'Personenprüfung',
    procurement.checkedEveryYears,
    (years) => `Straf- und Betreibungsregisterauszüge aller Fachleute, alle ${years} Jahre erneuert`,
  ),
  {
    title: 'Unterauftrag\u00adnehmer',
    items: ['Keine ohne Ihre schriftliche Zustimmung, und nur zu denselben Bedingungen.'],
  },
  { title: 'Hosting', items: ['Website, Anfragen und E-Mails in der Schweiz.'] },
  {
    title: 'Reaktionszeit',
    items: ['In dringenden Fällen in der Regel innert 24 Stunden, sonst innert zwei Arbeitstagen.'],
  },
  ...fact(
    'Preisrahmen',
    procurement.dayRateFrom,
    (rate) => `Ab ${rate.toLocaleString('de-CH').replace("'", '’')} Franken pro Person und Tag, ohne MWST`,
  ),
]

export const procurementFacts: ItemGroupSection = {
  heading: 'Angaben für die Beschaffung',
  intro: 'Was der Einkauf wissen will. Fehlt etwas, fragen Sie uns.',
  groups,
}
