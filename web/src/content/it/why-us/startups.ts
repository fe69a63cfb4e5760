import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const startups: Segment = {
  path: paths.startups,
  title: `Sicurezza per startup | ${site.name}`,
  description:
    'Sicurezza per una giovane azienda: basi solide, risposte ai grandi clienti, pipeline sicure e un consulente esperto a giornata.',
  hero: {
    eyebrow: 'Perché noi: startup',
    heading: 'Sicurezza che aiuta a vendere alle grandi aziende',
    lead: 'Prima o poi un grande cliente Le manda un questionario di sicurezza con 200 domande. La aiutiamo a rispondere onestamente senza rallentare lo sviluppo del prodotto.',
  },
  intro: [
    'A un’azienda di dodici persone non serve un reparto di sicurezza. Le servono una decina di decisioni, economiche oggi e care domani: come si accede, dove stanno i segreti, chi arriva alla produzione, che cosa si registra. Il resto può aspettare un motivo, come un contratto, una norma o un round di finanziamento.',
  ],
  change: {
    heading: 'Prima e dopo',
    columns: ['Prima', 'Dopo'],
    rows: [
      [
        'Questionario',
        'A ogni cliente si ricomincia da capo',
        'Risposte documentate, raccolte in un solo posto',
      ],
      ['Accessi', 'Account condivisi, chiavi nella chat', 'Un solo accesso, con secondo fattore'],
      ['Rilascio', 'Si controlla prima dell’audit', 'Si controlla ogni pull request'],
    ],
  },
  offerings: [
    {
      heading: 'Cinque offerte per startup',
      items: [
        {
          title: 'Basi di sicurezza',
          description:
            'Single sign-on, gestione dei dispositivi, backup, segreti e guardrail cloud, allestiti con i Suoi ingegneri in poche settimane e documentati in poche pagine.',
        },
        {
          title: 'Responsabile sicurezza a tempo parziale',
          description:
            'Un consulente esperto per un numero fisso di giorni al mese, che partecipa alle decisioni di architettura e alle chiamate con i clienti, e risponde alle domande degli investitori.',
        },
        {
          title: 'Pipeline di rilascio sicura',
          description:
            'Controlli su codice, dipendenze e infrastruttura nella pipeline che già ha, messi a punto in modo che il team li tenga accesi.',
        },
        {
          title: 'Risposte per i clienti',
          description:
            'Un dossier di sicurezza con direttive, panoramica dell’architettura e risposte tipo: il prossimo questionario richiederà un pomeriggio.',
        },
        {
          title: 'Verso la certificazione',
          description:
            'Un percorso verso ISO/IEC 27001 a misura della Sua azienda, iniziato abbastanza presto da avere il certificato al primo bando che lo richiede.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Tre motivi per lavorare con noi',
    items: [
      {
        title: 'Primi passi piccoli',
        description: 'Un mandato può durare due giorni. Vede come lavoriamo prima di impegnarsi di più.',
      },
      {
        title: 'Consigli pronti per il merge',
        description:
          'I nostri consigli arrivano come pull request e configurazione, negli strumenti del Suo team.',
      },
      {
        title: 'Niente prima del tempo',
        description: 'Le diciamo di che cosa può fare a meno nella Sua fase, e annotiamo quando riparlarne.',
      },
    ],
  },
  closing: {
    heading: 'Ha un questionario da compilare?',
    text: 'Lo porti al primo colloquio. Divideremo le domande tra quelle a cui può rispondere subito, quelle per cui basta poco e quelle che richiedono lavoro.',
    cta: { label: 'Cominci ora', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
