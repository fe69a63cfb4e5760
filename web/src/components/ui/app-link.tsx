import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { InternalHref } from '../../content/paths'
import { preload } from '../../page-cache'

/**
 * An internal link; its page is fetched at the first sign of interest. Built on the router's own hooks, since its `Link`
 * carries the data router's prefetching with it.
 */
export function AppLink({
  to,
  ...rest
}: { to: InternalHref } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const navigate = useLinkClickHandler(to)
  const warm = () => {
    // A failed prefetch is no news: the click itself falls back to a full page load.
    preload(to).promise.catch(() => {})
  }
  return <a {...rest} href={useHref(to)} onClick={navigate} onPointerEnter={warm} onFocus={warm} />
}
