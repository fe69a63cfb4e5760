/** What the two drawings show. */
export const engagementPicture = {
  one: 'Un consultant à côté de votre équipe.',
  team: 'Une équipe qui passe d’un à six consultants et plus.',
} as const
