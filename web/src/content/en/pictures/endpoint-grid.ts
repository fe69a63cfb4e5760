/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const endpointGridPicture = {
  label:
    'Endpoint coverage: most endpoints are covered, the last two rows are waiting for rollout, and one compromised endpoint has been isolated.',
  isolated: 'Isolated',
  coveredAndTuned: 'Covered and tuned',
  nextWave: 'Next wave',
} as const
