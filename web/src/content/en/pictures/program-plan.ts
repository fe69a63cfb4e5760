/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const programPlanPicture = {
  label: (programs: string) => `How long each program takes: ${programs}, DevSecOps team by team.`,
  purpleTeam: 'Purple team',
  compliance: 'Compliance',
  dataLake: 'Data lake',
  teamByTeam: 'Team by team',
  eightMonths: '8 months',
} as const
