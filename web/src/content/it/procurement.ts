import { procurement } from '../firm'
import type { ItemGroup, ItemGroupSection } from '../types'
import { site } from './site'

/** A fact that is not set is left out. */
const fact = (title: string, value: number | undefined, text: (value: number) => string): ItemGroup[] =>
  value ? [{ title, items: [text(value)] }] : []

const groups: readonly ItemGroup[] = [
  { title: 'Forma giuridica', items: [`${site.legalName}, società anonima svizzera, ${site.city}`] },
  { title: 'Registro di commercio', items: [site.companyNumber] },
  {
    title: 'Indipendenza',
    items: [
      'Non accettiamo provvigioni, margini o obiettivi di vendita da nessun produttore. Un produttore può affidarci un proprio progetto; chi ci consulta sui suoi prodotti lo viene a sapere prima.',
    ],
  },
  {
    title: 'Riservatezza',
    items: ['Un accordo di riservatezza reciproco prima del primo documento, sul Suo modello o sul nostro.'],
  },
  ...fact(
    'Assicurazione',
    procurement.insuredMillions,
    (millions) => `Responsabilità civile professionale, ${millions} milioni di franchi per sinistro`,
  ),
  ...fact(
    'Verifica dei precedenti',
    procurement.checkedEveryYears,
    (years) =>
      `Estratti del casellario giudiziale e del registro delle esecuzioni di ogni consulente, rinnovati ogni ${years} anni`,
  ),
  {
    title: 'Subappaltatori',
    items: ['Nessuno senza il Suo consenso scritto, e tutti alle stesse condizioni.'],
  },
  { title: 'Hosting', items: ['Sito, richieste ed e-mail in Svizzera.'] },
  {
    title: 'Tempi di risposta',
    items: ['Di regola entro 24 ore per i casi urgenti, entro due giorni lavorativi per le altre richieste.'],
  },
  ...fact(
    'Tariffa indicativa',
    procurement.dayRateFrom,
    (rate) =>
      `Da ${rate.toLocaleString('it-CH').replace("'", '’')} franchi per consulente e giorno, IVA esclusa`,
  ),
]

export const procurementFacts: ItemGroupSection = {
  heading: 'Informazioni per l’ufficio acquisti',
  intro: 'Ciò che chiede un ufficio acquisti. Se manca qualcosa, ce lo chieda.',
  groups,
}
