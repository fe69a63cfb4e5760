import type { Cta } from '../types'
import { paths } from './paths'
import { site } from './site'

/** Shown for every path without a page, so it has no path. */
export const notFound = {
  title: `Page not found | ${site.name}`,
  description:
    'There is no page at this address. Return to the home page, try one of the suggested pages, or report the broken link to us.',
  heading: '404',
  text: 'This Page Took an Unscheduled Vacation',
  home: { label: 'Return to Safety', href: paths.home },
  report: { label: 'Report This Issue', href: paths.contact },
  closestHeading: 'Perhaps you were looking for',
} as const satisfies { home: Cta; report: Cta } & Record<string, unknown>
