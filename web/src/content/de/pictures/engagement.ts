/** What the two drawings show. */
export const engagementPicture = {
  one: 'Eine Fachperson neben Ihrem Team.',
  team: 'Ein Team, das von einer auf sechs und mehr Fachleute wächst.',
} as const
