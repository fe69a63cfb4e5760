/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const detectionTimelinePicture = {
  label:
    'Cronologia di un rilevamento: prima traccia, esecuzione e movimento laterale, poi rilevamento e contenimento; il programma accorcia il tempo tra la prima traccia e il rilevamento.',
  firstTrace: 'Prima traccia',
  execution: 'Esecuzione',
  lateralMovement: 'Movimento laterale',
  detected: 'Rilevato',
  contained: 'Contenuto',
  theTimeWeShorten: 'Il tempo che togliamo',
} as const
