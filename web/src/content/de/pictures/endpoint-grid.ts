/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const endpointGridPicture = {
  label:
    'Abdeckung der Endpunkte: Die meisten sind geschützt, die letzten zwei Reihen warten auf den Rollout, und ein kompromittierter Endpunkt ist isoliert.',
  isolated: 'Isoliert',
  coveredAndTuned: 'Geschützt, abgestimmt',
  nextWave: 'Nächste Welle',
} as const
