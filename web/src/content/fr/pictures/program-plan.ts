/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const programPlanPicture = {
  label: (programs: string) => `La durée de chaque programme : ${programs}, DevSecOps équipe par équipe.`,
  purpleTeam: 'Purple Team',
  compliance: 'Conformité',
  dataLake: 'Lac de données',
  teamByTeam: 'Par équipe',
  eightMonths: '8 mois',
} as const
