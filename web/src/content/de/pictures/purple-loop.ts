/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const purpleLoopPicture = {
  label:
    'Der Kreislauf des Purple Teams: planen und eingrenzen, angreifen, auswerten, Erkennung bauen, prüfen und messen, dann wieder planen.',
  oneCycle: 'Ein Zyklus',
  n2To3Weeks: '2 bis 3 Wochen',
  planAndScope: 'Planen',
  attack: 'Angreifen',
  analyse: 'Auswerten',
  engineerDetections: 'Erkennung bauen',
  validate: 'Prüfen',
} as const
