/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const phaseBarsPicture = {
  label:
    'Quattro fasi su una scala di 24 settimane: da 4 a 6, da 8 a 12 e da 4 a 6 settimane, poi governance continua.',
  n24Weeks: '24 settimane',
  n1Assess: '1 Valutare',
  n2Implement: '2 Attuare',
  n3Operate: '3 Gestire',
  n4Govern: '4 Guidare',
} as const
