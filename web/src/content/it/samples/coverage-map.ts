import type { TechniqueRow } from '../../types'

/** How well a technique is covered. The rows name a state by its place. */
const states = ['Nessun dato', 'Registrato', 'Rilevato', 'Allarme', 'Accettato'] as const

const rows: readonly TechniqueRow[] = [
  ['Allegato di spearphishing', 'T1566.001, gateway di posta', 1, 3],
  ['Account validi', 'T1078, log di accesso', 2, 3],
  ['PowerShell', 'T1059.001, EDR', 2, 3],
  ['Memoria LSASS', 'T1003.001, EDR', 2, 3],
  ['Desktop remoto', 'T1021.001, eventi Windows', 1, 2],
  ['Condivisioni amministrative SMB', 'T1021.002, sensore di rete', 0, 1],
  ['Caricamento nel cloud', 'T1567.002, proxy web', 0, 4],
  ['Copie shadow cancellate', 'T1490, EDR', 0, 3],
]

export const coverageMap = {
  heading: 'Una mappa di copertura',
  intro: 'Otto tecniche di un attacco ransomware, prima e dopo le prime otto settimane.',
  label: 'Esempio',
  columns: ['Tecnica', 'Prima', 'Dopo'],
  states,
  rows,
  note: 'Un allarme conta solo se è arrivato all’analista di turno. Il responsabile IT ha accettato una lacuna fino alla sostituzione del proxy.',
} as const
