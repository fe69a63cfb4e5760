/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const smePicture = {
  label:
    'Un anno in quattro trimestri: identità, backup, endpoint e formazione vengono costruiti uno dopo l’altro, uno per trimestre, e da lì in poi gestiti dal Suo team.',
  rows: ['Identità', 'Backup', 'Endpoint', 'Formazione'],
  weBuildItWithYou: 'Lo costruiamo con Lei',
  yourTeamRunsIt: 'Lo gestisce il Suo team',
} as const
