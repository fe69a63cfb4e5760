import type { Segment } from '../../types'
import { paths } from '../paths'
import { founder, site } from '../site'

export const enterprises: Segment = {
  path: paths.enterprises,
  title: `Sicurezza per grandi aziende | ${site.name}`,
  description:
    'Per grandi organizzazioni: rilevamento, architettura cloud e OT, purple team, dati di rischio e governance, da un esperto a un team completo.',
  hero: {
    eyebrow: 'Perché noi: grandi aziende',
    heading: 'Programmi per ambienti complessi',
    lead: 'Alle grandi organizzazioni di rado mancano budget o strumenti. Mancano persone che capiscano sia la tecnica sia l’organizzazione. Noi le mettiamo a disposizione, e passiamo il testimone quando il Suo team è pronto.',
  },
  intro: [
    'Il Suo ambiente ha una storia: tre directory nate da due fusioni, una rete di stabilimento più vecchia della politica di sicurezza, autorità di vigilanza in più Paesi. Non sostituiamo tutto. Troviamo le poche modifiche che rendono più facile il resto e le accompagniamo attraverso acquisti, approvazioni e distribuzione.',
  ],
  change: {
    heading: 'Prima e dopo',
    columns: ['Prima', 'Dopo'],
    rows: [
      ['Copertura', 'Presunta, strumento per strumento', 'Misurata, tecnica per tecnica'],
      ['Modifiche', 'Concordate in riunione', 'Verificate come codice, con un responsabile'],
      ['Uscita', 'I consulenti restano', 'Il Suo team subentra a una data concordata'],
    ],
  },
  offerings: [
    {
      heading: 'Sei offerte per grandi aziende',
      items: [
        {
          title: 'Rilevamento e risposta su larga scala',
          description:
            'SIEM e XDR per regioni e divisioni, con contenuti comuni, eccezioni locali e una sola misura di copertura.',
        },
        {
          title: 'Architettura cloud e identità',
          description:
            'Landing zone, accessi privilegiati e gestione delle chiavi per applicazioni regolamentate, e un ordine di migrazione che rispetta le dipendenze.',
        },
        {
          title: 'OT e infrastrutture critiche',
          description:
            'Segmentazione, sorveglianza e risposta per impianti e reti che devono restare in funzione.',
        },
        {
          title: 'Purple team continuo',
          description:
            'Esercitazioni ricorrenti con i Suoi red e blue team, che trasformano i rapporti sulle minacce in rilevamenti collaudati.',
        },
        {
          title: 'Piattaforma di dati di rischio',
          description:
            'Vulnerabilità, sistemi e intelligence in un solo modello, così che gruppo e filiali lavorino sulle stesse cifre.',
        },
        {
          title: 'Programmi normativi',
          description:
            'Requisiti di FINMA, NIS2, DORA e ISO ricondotti a un solo quadro di misure, con rapporti per il consiglio d’amministrazione e le autorità.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Perché le grandi aziende lavorano con noi',
    items: [
      {
        title: 'Accesso diretto',
        description: 'Discute le decisioni con i consulenti che le attuano, senza account manager in mezzo.',
      },
      {
        title: 'Un team affiatato',
        description: `I nostri consulenti hanno competenze complementari e standard comuni, e hanno già lavorato insieme.`,
      },
      {
        title: 'Un’uscita pianificata',
        description:
          'La consegna è un risultato con criteri di accettazione propri, previsto fin dall’inizio.',
      },
    ],
  },
  closing: {
    heading: 'Un’ora con la consulente principale',
    text: 'Porti un architetto e un problema. Il primo colloquio è gratuito, senza slide e, se lo desidera, con un accordo di riservatezza.',
    cta: { label: 'Fissi un colloquio', href: paths.contact },
    inquiry: { to: founder.id },
  },
}
