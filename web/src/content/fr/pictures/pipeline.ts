/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const pipelinePicture = {
  label:
    'Chaîne de livraison : commit, build, test, release et exploitation, avec un contrôle de sécurité entre deux étapes ; un défaut est arrêté au deuxième contrôle.',
  commit: 'Commit',
  build: 'Build',
  test: 'Test',
  release: 'Release',
  run: 'Run',
  defect: 'Défaut',
} as const
