import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const consultancies: Segment = {
  path: paths.consultancies,
  title: `Per società di consulenza | ${site.name}`,
  description:
    'Specialisti di sicurezza per i Suoi mandati: esperti in subappalto, offerte comuni, secondi pareri e formazione dei Suoi consulenti.',
  hero: {
    eyebrow: 'Perché noi: società di consulenza',
    heading: 'Specialisti per i Suoi mandati',
    lead: 'Lei guida la trasformazione, l’audit o l’integrazione. Se il mese prossimo Le serve un ingegnere del rilevamento o un architetto della sicurezza cloud, Le mettiamo a disposizione una persona abituata a lavorare nel team di un’altra società.',
  },
  intro: [
    'Quasi tutti i grandi progetti pongono domande di sicurezza, ma di rado abbastanza da giustificare un reparto proprio. Con un accordo quadro i nostri specialisti sono disponibili a breve termine, assicurati e vincolati alle Sue regole di qualità. Lavorano a nome Suo o a nome nostro.',
  ],
  change: {
    heading: 'Prima e dopo',
    columns: ['Prima', 'Dopo'],
    rows: [
      ['Offerta', 'Il capitolo sicurezza resta scarno', 'Un esperto indicato per nome e una stima'],
      ['Progetto', 'Lo specialista è ancora da assumere', 'Lo specialista lavora nel Suo team'],
      [
        'Consegna',
        'Il sapere se ne va con il subappaltatore',
        'I Suoi collaboratori sono stati formati strada facendo',
      ],
    ],
  },
  offerings: [
    {
      heading: 'Quattro offerte per società di consulenza',
      items: [
        {
          title: 'Esperti integrati',
          description:
            'Consulenti che entrano nel Suo team per settimane o mesi, usano i Suoi metodi e riferiscono al Suo capoprogetto.',
        },
        {
          title: 'Offerte comuni',
          description:
            'Forniamo ambito, impegno e profili per la parte di sicurezza di un bando, e se vince manteniamo le cifre.',
        },
        {
          title: 'Revisione indipendente',
          description:
            'Un secondo sguardo su architetture e rapporti prima che arrivino al cliente, con osservazioni utilizzabili il mattino dopo.',
        },
        {
          title: 'Formazione del personale',
          description:
            'Workshop e lavoro in coppia che creano competenze nel Suo team, dalla modellazione delle minacce ai requisiti FINMA.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Come lavoriamo nel Suo progetto',
    items: [
      {
        title: 'Il cliente resta Suo',
        description: 'L’accordo quadro contiene una clausola di non sollecitazione.',
      },
      {
        title: 'Esperti dal primo giorno',
        description:
          'La persona indicata nell’offerta è quella che fa il lavoro. Non formiamo principianti a Sue spese.',
      },
      {
        title: 'Rapporti nel Suo stile',
        description: 'Consegniamo nel Suo modello, in un linguaggio che un comitato direttivo capisce.',
      },
    ],
  },
  closing: {
    heading: 'Un ruolo scoperto nel progetto?',
    text: 'Ci indichi il ruolo, le date e la lingua. In pochi giorni riceve un profilo o un no chiaro.',
    cta: { label: 'Ci contatti', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
