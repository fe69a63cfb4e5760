/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const smePicture = {
  label:
    'Ein Jahr in vier Quartalen: Identität, Backup, Endpunkte und Schulung werden nacheinander aufgebaut, eines pro Quartal, und ab dann von Ihrem eigenen Team betrieben.',
  rows: ['Identität', 'Backup', 'Endpunkte', 'Schulung'],
  weBuildItWithYou: 'Aufbau mit uns',
  yourTeamRunsIt: 'Betrieb durch Ihr Team',
} as const
