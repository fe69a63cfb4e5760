/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const pipelinePicture = {
  label:
    'CI/CD-Pipeline: Commit, Build, Test, Release und Betrieb, mit einer Sicherheitsprüfung zwischen je zwei Schritten. Ein Fehler wird bei der zweiten Prüfung angehalten.',
  commit: 'Commit',
  build: 'Build',
  test: 'Test',
  release: 'Release',
  run: 'Betrieb',
  defect: 'Fehler',
} as const
