/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const smePicture = {
  label:
    'A year in four quarters: identity, backup, endpoints and training are built one after another, one per quarter, and run by your own team from then on.',
  rows: ['Identity', 'Backup', 'Endpoints', 'Training'],
  weBuildItWithYou: 'We build it with you',
  yourTeamRunsIt: 'Your team runs it',
} as const
