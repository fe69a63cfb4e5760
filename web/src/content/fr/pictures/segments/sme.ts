/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const smePicture = {
  label:
    'Une année en quatre trimestres : identités, sauvegarde, postes et formation sont mis en place l’un après l’autre, un par trimestre, puis exploités par votre équipe.',
  rows: ['Identités', 'Sauvegarde', 'Postes', 'Formation'],
  weBuildItWithYou: 'Construit avec vous',
  yourTeamRunsIt: 'Exploité par votre équipe',
} as const
