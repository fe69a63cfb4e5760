/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const phaseBarsPicture = {
  label:
    'Vier Phasen auf einer Skala von 24 Wochen: 4 bis 6, 8 bis 12 und 4 bis 6 Wochen, danach laufende Governance.',
  n24Weeks: '24 Wochen',
  n1Assess: '1 Analysieren',
  n2Implement: '2 Umsetzen',
  n3Operate: '3 Einüben',
  n4Govern: '4 Steuern',
} as const
