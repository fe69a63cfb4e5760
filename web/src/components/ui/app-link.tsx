import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { InternalHref } from '../../content/paths'
import { preload } from '../../page-cache'

/**
 * An internal link that preloads its page on hover and focus. Built on the router's hooks: its `Link` includes the
 * prefetching of the data router.
 */
export function AppLink({
  to,
  ...rest
}: { to: InternalHref } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const navigate = useLinkClickHandler(to)
  const warm = () => {
    // Ignore a failed prefetch: the click falls back to a full page load.
    preload(to.replace(/\?.*/, '')).promise.catch(() => {})
  }
  return <a {...rest} href={useHref(to)} onClick={navigate} onPointerEnter={warm} onFocus={warm} />
}
