import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const mssps: Segment = {
  path: paths.mssps,
  title: `Per fornitori MSSP | ${site.name}`,
  description:
    'Ingegneri esperti per il Suo servizio gestito: contenuti di rilevamento, onboarding, automazione, threat hunting, revisioni di qualità e casi difficili.',
  hero: {
    eyebrow: 'Perché noi: MSSP',
    heading: 'Specialisti esperti per il Suo servizio',
    lead: 'I Suoi clienti La pagano per una sorveglianza giorno e notte. Uno specialista che Le serve solo tre settimane a trimestre è difficile da giustificare a libro paga. Quello specialista lo forniamo noi.',
  },
  intro: [
    'Un fornitore si giudica dai rilevamenti che funzionano per 40 clienti insieme, e dal tempo tra il contratto e il primo allarme utile. Sono due problemi di ingegneria. Lavoriamo a nome Suo o a nome nostro, nei Suoi strumenti, e consegniamo tutto ciò che costruiamo.',
  ],
  change: {
    heading: 'Prima e dopo',
    columns: ['Prima', 'Dopo'],
    rows: [
      ['Regole', 'Copiate da un cliente all’altro', 'Una libreria testata, regolata per ogni cliente'],
      ['Nuovo cliente', 'Collegato a mano', 'Collegato secondo un modello'],
      ['Caso difficile', 'Aspetta chi lo sa risolvere', 'Passa a uno specialista designato'],
    ],
  },
  offerings: [
    {
      heading: 'Sei offerte per i fornitori',
      items: [
        {
          title: 'Contenuti di rilevamento multi-cliente',
          description:
            'Una base di regole Sigma con parametri per cliente, test e distribuzione a tappe: una correzione raggiunge tutti lo stesso giorno.',
        },
        {
          title: 'Onboarding dei clienti',
          description:
            'Modelli per fonti di log, accessi e valori di riferimento, che riducono l’onboarding da qualche mese a qualche settimana.',
        },
        {
          title: 'SOAR e triage automatizzato',
          description:
            'Playbook che arricchiscono e chiudono gli allarmi ripetitivi, entro limiti che un analista vede e può cambiare.',
        },
        {
          title: 'Threat hunting su richiesta',
          description:
            'Ricerche pianificate o legate a un incidente su più clienti, con rapporti che può inoltrare.',
        },
        {
          title: 'Rinforzo per i casi difficili',
          description:
            'Consulenti indicati per nome per analisi di malware, informatica forense nel cloud o domande OT a cui il turno non sa rispondere.',
        },
        {
          title: 'Revisione della qualità',
          description:
            'Esercitazioni purple team contro il Suo stesso servizio, e l’elenco di ciò che un cliente esigente troverebbe.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Perché i fornitori scelgono questo modello',
    items: [
      {
        title: 'Nessuna concorrenza',
        description:
          'Non gestiamo un centro operativo. I rapporti con i clienti restano Suoi, e il contratto lo dice.',
      },
      {
        title: 'Capacità elastica',
        description: 'Da un consulente a sei e più, prenotati a sprint, senza canone minimo.',
      },
      {
        title: 'Consegna completa',
        description:
          'Ogni fornitura comprende codice, documentazione e lavoro in coppia, così che il Suo team sappia fare la prossima modifica.',
      },
    ],
  },
  closing: {
    heading: 'Quale cliente Le prende più tempo?',
    text: 'Descriva il caso senza nominare il cliente. Le diremo che cosa automatizzeremmo, che cosa cercheremmo e che cosa lasceremmo stare.',
    cta: { label: 'Ci contatti', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
