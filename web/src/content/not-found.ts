import { site } from './site'
import type { Cta } from './types'

/** Shown for every path without a page, so it has no path of its own. */
export const notFound = {
  title: `Page not found | ${site.name}`,
  description:
    'There is no page at this address. Here is the way back, the closest pages we have, and a link to report the broken address to us.',
  heading: '404',
  text: 'This Page Took an Unscheduled Vacation',
  home: { label: 'Return to Safety', href: '/' },
  report: { label: 'Report This Issue', href: '/contact' },
  closestHeading: 'Perhaps you were looking for',
} as const satisfies { home: Cta; report: Cta } & Record<string, unknown>

/** Shown in place of the site when rendering fails. */
export const applicationError = {
  heading: 'Unexpected Application Error!',
  text: 'The page could not be shown. Loading it again usually helps; if it does not, please write to us.',
  reload: 'Load the page again',
} as const
