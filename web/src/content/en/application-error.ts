/** Shown in place of the site when rendering fails. */
export const applicationError = {
  heading: 'Unexpected Application Error!',
  text: 'The page could not be displayed. Reloading it usually helps. If it does not, please write to us.',
  reload: 'Reload the page',
} as const
