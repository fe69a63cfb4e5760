/** What the two drawings show. */
export const engagementPicture = {
  one: 'Eine Fachperson neben Ihrem Team.',
  team: 'Ein Team, das von einer Fachperson auf sechs und mehr wächst.',
} as const
