import type { ComponentProps, MouseEvent } from 'react'
import type { InternalHref } from '../../content/addresses'
import { preload } from '../../page-cache'
import { useRouter } from '../../router'

/** An internal link that preloads its page on hover and focus. */
export function AppLink({
  to,
  ...rest
}: { to: InternalHref } & Omit<ComponentProps<'a'>, 'href' | 'target' | 'onClick'>) {
  const { navigate } = useRouter()
  const warm = () => {
    // Ignore a failed prefetch: the click falls back to a full page load.
    preload(to.replace(/[?#].*/, '')).promise.catch(() => {})
  }
  const follow = (event: MouseEvent) => {
    // A new tab, a new window, a download.
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return <a {...rest} href={to} onClick={follow} onPointerEnter={warm} onFocus={warm} />
}
