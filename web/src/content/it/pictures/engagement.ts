/** What the two drawings show. */
export const engagementPicture = {
  one: 'Un consulente accanto al Suo team.',
  team: 'Un team che cresce da uno a sei e più consulenti.',
} as const
