/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const programPlanPicture = {
  label: (programs: string) => `Wie lange jedes Programm dauert: ${programs}, DevSecOps Team für Team.`,
  purpleTeam: 'Purple Team',
  compliance: 'Compliance',
  dataLake: 'Data Lake',
  teamByTeam: 'Team für Team',
  eightMonths: '8 Monate',
} as const
