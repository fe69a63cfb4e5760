/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const disciplinesPicture = {
  label:
    'Where each discipline acts, from the first line of code through cloud and people to the intrusion and the recovery.',
  devsecops: 'DevSecOps',
  cloud: 'Cloud',
  awareness: 'Awareness',
  detection: 'Detection',
  vulnerabilities: 'Vulnerabilities',
  code: 'Code',
  platform: 'Platform',
  people: 'People',
  intrusion: 'Intrusion',
  recovery: 'Recovery',
} as const
