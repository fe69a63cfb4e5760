/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const pipelinePicture = {
  label:
    'Delivery pipeline: commit, build, test, release and run, with a security check between each pair; a defect is stopped at the second check.',
  commit: 'Commit',
  build: 'Build',
  test: 'Test',
  release: 'Release',
  run: 'Run',
  defect: 'Defect',
} as const
