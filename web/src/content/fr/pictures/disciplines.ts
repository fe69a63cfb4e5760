/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const disciplinesPicture = {
  label:
    'Où agit chaque discipline, de la première ligne de code au rétablissement, en passant par le cloud, les personnes et l’intrusion.',
  devsecops: 'DevSecOps',
  cloud: 'Cloud',
  awareness: 'Vigilance',
  detection: 'Détection',
  vulnerabilities: 'Vulnérabilités',
  code: 'Code',
  platform: 'Plateforme',
  people: 'Humain',
  intrusion: 'Intrusion',
  recovery: 'Reprise',
} as const
