/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const purpleLoopPicture = {
  label:
    'Il ciclo purple team: pianificare, attaccare, analizzare, creare rilevamenti, convalidare e misurare, poi di nuovo pianificare.',
  oneCycle: 'Un ciclo',
  n2To3Weeks: '2-3 settimane',
  planAndScope: 'Pianificare',
  attack: 'Attaccare',
  analyse: 'Analizzare',
  engineerDetections: 'Creare rilevamenti',
  validate: 'Validare',
} as const
