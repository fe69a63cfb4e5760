/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const disciplinesPicture = {
  label:
    'Dove agisce ogni disciplina, dalla prima riga di codice attraverso cloud e persone fino all’intrusione e al ripristino.',
  devsecops: 'DevSecOps',
  cloud: 'Cloud',
  awareness: 'Formazione',
  detection: 'Rilevamento',
  vulnerabilities: 'Vulnerabilità',
  code: 'Codice',
  platform: 'Piattaforma',
  people: 'Persone',
  intrusion: 'Intrusione',
  recovery: 'Ripristino',
} as const
