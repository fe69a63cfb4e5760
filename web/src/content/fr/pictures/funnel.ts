/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const funnelPicture = {
  label:
    'De toutes les failles aux quelques-unes qui comptent : atteignables, exploitables, sur un système critique, à corriger cette semaine.',
  allFindings: 'Toutes les failles',
  reachable: 'Atteignables',
  exploitable: 'Exploitables',
  onACriticalAsset: 'Système critique',
  fixThisWeek: 'Cette semaine',
} as const
