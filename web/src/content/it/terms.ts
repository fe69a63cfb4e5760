import type { LegalPage } from '../types'
import { termsClosing } from './legal-closing'
import { paths } from './paths'
import { site } from './site'

export const terms: LegalPage = {
  path: paths.terms,
  title: `Condizioni d’uso | ${site.name}`,
  description: `Le condizioni d’uso del sito di ${site.name}: nessuna garanzia, nessun contratto con una richiesta, ricerca sulla sicurezza, responsabilità, diritto svizzero.`,
  hero: {
    eyebrow: 'Note legali',
    heading: 'Condizioni d’uso',
    lead: `Queste condizioni valgono per il presente sito. I mandati di consulenza sono regolati da un contratto separato tra ${site.legalName} e il cliente.`,
  },
  back: { label: '← Alla pagina iniziale', href: paths.home },
  sections: [
    {
      id: 'information',
      heading: 'Informazioni su questo sito',
      blocks: [
        'Il contenuto descrive i nostri servizi in termini generali. Non è una consulenza per la Sua situazione, e possiamo modificarlo in qualsiasi momento. Dimensioni dei team e durate sono valori tipici; è vincolante solo un’offerta scritta. Se le versioni linguistiche di queste condizioni divergono, fa stato quella tedesca.',
      ],
    },
    {
      id: 'inquiries',
      heading: 'Richieste',
      blocks: [
        'L’invio del modulo o di un’e-mail non crea un contratto né alcun obbligo per le parti. Il primo colloquio è gratuito. Trattiamo il contenuto delle richieste in modo confidenziale; l’informativa sulla protezione dei dati spiega come trattiamo i dati.',
      ],
    },
    {
      id: 'security-research',
      heading: 'Ricerca sulla sicurezza',
      blocks: [
        `Se trova una vulnerabilità in questo sito, la segnali a ${site.securityEmail} e ci dia un tempo ragionevole per correggerla prima di pubblicarla. Non agiremo per vie legali contro una ricerca in buona fede che rispetta i dati altrui e non disturba il servizio.`,
      ],
    },
    {
      id: 'rights',
      heading: 'Diritto d’autore e marchi',
      blocks: [
        `I diritti d’autore su testi e disegni appartengono a ${site.legalName}. Può citarli indicando la fonte. I nomi di prodotti e di standard sono marchi dei rispettivi titolari; la loro menzione non implica una partnership né una raccomandazione.`,
      ],
    },
    {
      id: 'liability',
      heading: 'Responsabilità',
      blocks: [
        'Nei limiti consentiti dalla legge escludiamo ogni responsabilità per danni derivanti dall’uso di questo sito, dalla sua indisponibilità e dal contenuto dei siti collegati. Non escludiamo la responsabilità per dolo o colpa grave.',
      ],
    },
    {
      id: 'law',
      heading: 'Diritto applicabile e foro',
      blocks: [
        `Si applica il diritto svizzero. Sono competenti i tribunali del ${site.canton}, salvo disposizioni imperative contrarie, in particolare del diritto dei consumatori.`,
      ],
    },
  ],
  closing: termsClosing,
}
