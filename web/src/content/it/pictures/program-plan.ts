/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const programPlanPicture = {
  label: (programs: string) => `Quanto dura ogni programma: ${programs}, DevSecOps team per team.`,
  purpleTeam: 'Purple team',
  compliance: 'Conformità',
  dataLake: 'Data lake',
  teamByTeam: 'Per team',
  eightMonths: '8 mesi',
} as const
