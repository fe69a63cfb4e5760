/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const funnelPicture = {
  label:
    'Da tutte le falle alle poche che contano: raggiungibili, sfruttabili, su un sistema critico, da correggere questa settimana.',
  allFindings: 'Tutte le falle',
  reachable: 'Raggiungibili',
  exploitable: 'Sfruttabili',
  onACriticalAsset: 'Sistema critico',
  fixThisWeek: 'Questa settimana',
} as const
