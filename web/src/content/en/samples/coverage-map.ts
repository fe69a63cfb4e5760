import type { TechniqueRow } from '../../types'

/** How well a technique is covered. The rows name a state by its place. */
const states = ['No data', 'Recorded', 'Detected', 'Alert', 'Accepted'] as const

const rows: readonly TechniqueRow[] = [
  ['Spearphishing attachment', 'T1566.001, mail gateway', 1, 3],
  ['Valid accounts', 'T1078, sign-in log', 2, 3],
  ['PowerShell', 'T1059.001, EDR', 2, 3],
  ['LSASS memory', 'T1003.001, EDR', 2, 3],
  ['Remote Desktop', 'T1021.001, Windows events', 1, 2],
  ['SMB admin shares', 'T1021.002, network sensor', 0, 1],
  ['Cloud upload', 'T1567.002, web proxy', 0, 4],
  ['Deleted shadow copies', 'T1490, EDR', 0, 3],
]

export const coverageMap = {
  heading: 'A coverage map',
  intro: 'Eight techniques of a ransomware attack, before and after the first eight weeks.',
  label: 'Sample',
  columns: ['Technique', 'Before', 'After'],
  states,
  rows,
  note: 'An alert counts only if it reached the analyst on duty. The head of IT has accepted one gap until the proxy is replaced.',
} as const
