/** What the two drawings show. */
export const engagementPicture = {
  one: 'One consultant beside your team.',
  team: 'A team that grows from one to six or more consultants.',
} as const
