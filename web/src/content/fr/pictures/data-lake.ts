/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const dataLakePicture = {
  label:
    'Renseignement, vulnérabilités, systèmes et code entrent dans une couche d’analyse et en sortent comme une seule liste de risques classés.',
  intelligence: 'Renseignement',
  vulnerabilities: 'Vulnérabilités',
  assets: 'Systèmes',
  code: 'Code',
  analytics: 'Analyse',
  first: 'Premier',
  rankedRisk: 'Risque classé',
} as const
