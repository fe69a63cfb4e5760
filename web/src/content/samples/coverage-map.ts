export type Coverage = 'No data' | 'Recorded' | 'Detected' | 'Alert' | 'Accepted'

/** A technique, its id in MITRE ATT&CK with the source of the data, and its coverage before and after. */
type TechniqueRow = readonly [name: string, source: string, before: Coverage, after: Coverage]

const rows: readonly TechniqueRow[] = [
  ['Spearphishing attachment', 'T1566.001, mail gateway', 'Recorded', 'Alert'],
  ['Valid accounts', 'T1078, sign-in log', 'Detected', 'Alert'],
  ['PowerShell', 'T1059.001, EDR', 'Detected', 'Alert'],
  ['LSASS memory', 'T1003.001, EDR', 'Detected', 'Alert'],
  ['Remote Desktop', 'T1021.001, Windows events', 'Recorded', 'Detected'],
  ['SMB admin shares', 'T1021.002, network sensor', 'No data', 'Recorded'],
  ['Cloud upload', 'T1567.002, web proxy', 'No data', 'Accepted'],
  ['Deleted shadow copies', 'T1490, EDR', 'No data', 'Alert'],
]

export const coverageMap = {
  heading: 'A coverage map',
  intro: 'Eight techniques of a ransomware attack, before and after the first eight weeks.',
  label: 'Sample',
  columns: ['Technique', 'Before', 'After'],
  rows,
  note: 'An alert counts only if it reached the analyst on duty. The head of IT has accepted one gap until the proxy is replaced.',
} as const
