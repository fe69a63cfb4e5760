import { site } from './site'
import type { Cta } from './types'

/** Shown for every path without a page, so it has no path. */
export const notFound = {
  title: `Page not found | ${site.name}`,
  description:
    'There is no page at this address. Return to the home page, try one of the suggested pages, or report the broken link to us.',
  heading: '404',
  text: 'This Page Took an Unscheduled Vacation',
  home: { label: 'Return to Safety', href: '/' },
  report: { label: 'Report This Issue', href: '/contact' },
  closestHeading: 'Perhaps you were looking for',
} as const satisfies { home: Cta; report: Cta } & Record<string, unknown>
