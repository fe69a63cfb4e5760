/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const phaseBarsPicture = {
  label:
    'Quatre phases sur une échelle de 24 semaines : de 4 à 6, de 8 à 12 et de 4 à 6 semaines, puis une gouvernance continue.',
  n24Weeks: '24 semaines',
  n1Assess: '1 Évaluer',
  n2Implement: '2 Réaliser',
  n3Operate: '3 Exploiter',
  n4Govern: '4 Piloter',
} as const
