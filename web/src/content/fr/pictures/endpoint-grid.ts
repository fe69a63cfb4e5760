/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const endpointGridPicture = {
  label:
    'Couverture des postes : la plupart sont couverts, les deux dernières rangées attendent le déploiement, et un poste compromis a été isolé.',
  isolated: 'Isolé',
  coveredAndTuned: 'Couvert et réglé',
  nextWave: 'À suivre',
} as const
