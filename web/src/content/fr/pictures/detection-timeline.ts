/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const detectionTimelinePicture = {
  label:
    'Chronologie d’une détection : première trace, exécution et mouvement latéral, puis détection et confinement ; le programme raccourcit le temps entre la première trace et la détection.',
  firstTrace: 'Première trace',
  execution: 'Exécution',
  lateralMovement: 'Mouvement latéral',
  detected: 'Détecté',
  contained: 'Confiné',
  theTimeWeShorten: 'Le temps à gagner',
} as const
