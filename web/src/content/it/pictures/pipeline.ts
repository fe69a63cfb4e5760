/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const pipelinePicture = {
  label:
    'Pipeline di rilascio: commit, build, test, release ed esercizio, con un controllo di sicurezza tra un passo e l’altro; un difetto viene fermato al secondo controllo.',
  commit: 'Commit',
  build: 'Build',
  test: 'Test',
  release: 'Release',
  run: 'Run',
  defect: 'Difetto',
} as const
