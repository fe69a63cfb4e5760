/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const endpointGridPicture = {
  label:
    'Copertura degli endpoint: la maggior parte è coperta, le ultime due file aspettano la distribuzione, e un endpoint compromesso è stato isolato.',
  isolated: 'Isolato',
  coveredAndTuned: 'Coperto e a punto',
  nextWave: 'I prossimi',
} as const
