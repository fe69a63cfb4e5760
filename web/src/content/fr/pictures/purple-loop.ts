/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const purpleLoopPicture = {
  label:
    'La boucle Purple Team : planifier et cadrer, attaquer, analyser, créer des détections, valider et mesurer, puis planifier à nouveau.',
  oneCycle: 'Un cycle',
  n2To3Weeks: '2 à 3 semaines',
  planAndScope: 'Planifier',
  attack: 'Attaquer',
  analyse: 'Analyser',
  engineerDetections: 'Créer des détections',
  validate: 'Valider',
} as const
