/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const funnelPicture = {
  label:
    'Von allen Befunden zu den wenigen, die zählen: erreichbar, ausnutzbar, auf einem kritischen System, diese Woche zu beheben.',
  allFindings: 'Alle Befunde',
  reachable: 'Erreichbar',
  exploitable: 'Ausnutzbar',
  onACriticalAsset: 'Auf kritischem System',
  fixThisWeek: 'Diese Woche',
} as const
