import type { TechniqueRow } from '../../types'

/** How well a technique is covered. The rows name a state by its place. */
const states = ['Aucune donnée', 'Enregistré', 'Détecté', 'Alerte', 'Accepté'] as const

const rows: readonly TechniqueRow[] = [
  ['Pièce jointe de spear\u00adphishing', 'T1566.001, passerelle de messagerie', 1, 3],
  ['Comptes valides', 'T1078, journal de connexion', 2, 3],
  ['PowerShell', 'T1059.001, EDR', 2, 3],
  ['Mémoire LSASS', 'T1003.001, EDR', 2, 3],
  ['Bureau à distance', 'T1021.001, événements Windows', 1, 2],
  ['Partages d’adminis\u00adtration SMB', 'T1021.002, capteur réseau', 0, 1],
  ['Envoi vers le cloud', 'T1567.002, proxy web', 0, 4],
  ['Clichés instantanés effacés', 'T1490, EDR', 0, 3],
]

export const coverageMap = {
  heading: 'Une carte de couverture',
  intro: 'Huit techniques d’une attaque par rançongiciel, avant et après les huit premières semaines.',
  label: 'Exemple',
  columns: ['Technique', 'Avant', 'Après'],
  states,
  rows,
  note: 'Une alerte ne compte que si elle est parvenue à l’analyste de service. Le responsable informatique a accepté une lacune jusqu’au remplacement du proxy.',
} as const
