import type { TechniqueRow } from '../../types'

/** How well a technique is covered. The rows name a state by its place. */
const states = ['Keine Daten', 'Erfasst', 'Erkannt', 'Alarm', 'Akzeptiert'] as const

const rows: readonly TechniqueRow[] = [
  ['Spearphishing mit Anhang', 'T1566.001, Mail-Gateway', 1, 3],
  ['Gültige Konten', 'T1078, Anmeldeprotokoll', 2, 3],
  ['PowerShell', 'T1059.001, EDR', 2, 3],
  ['LSASS-Speicher', 'T1003.001, EDR', 2, 3],
  ['Remote Desktop', 'T1021.001, Windows-Ereignisse', 1, 2],
  ['SMB-Adminfreigaben', 'T1021.002, Netzsensor', 0, 1],
  ['Upload in die Cloud', 'T1567.002, Web-Proxy', 0, 4],
  ['Gelöschte Schattenkopien', 'T1490, EDR', 0, 3],
]

export const coverageMap = {
  heading: 'Eine Abdeckungskarte',
  intro: 'Acht Techniken eines Ransomware-Angriffs, vor und nach den ersten acht Wochen.',
  label: 'Muster',
  columns: ['Technik', 'Vorher', 'Nachher'],
  states,
  rows,
  note: 'Ein Alarm zählt nur, wenn er die diensthabende Person erreicht hat. Eine Lücke hat die IT-Leitung akzeptiert, bis der Proxy ersetzt ist.',
} as const
