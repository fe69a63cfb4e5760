import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePlace } from '../../router'
import { closeMenus } from './disclosure'

/** The scroll position of each history entry of this visit. Entries that the browser makes for anchors share one key. */
const positions = new Map<string, number>()
/** The entry that is drawn. */
let shown: string
const remember = () => positions.set(shown, window.scrollY)
// The browser reports a scroll only with the next frame. A browser may call the listeners of a window in the
// order in which they were added, and in the router's, React draws the other page. So this one is added before the router
// exists.
if (typeof window !== 'undefined') addEventListener('popstate', remember)

/**
 * After a navigation: top of the page, focus on its heading, its title announced. Back and forward restore the scroll
 * position. Nothing on the first load.
 */
export function RouteEffects() {
  const { key, path, hash, arrival } = usePlace()
  const entry = key + path + hash
  const last = useRef({ entry, path })
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    // The browser would restore the position before the page is drawn. After a reload, it is drawn already.
    const scrollOurselves = () => {
      history.scrollRestoration = 'manual'
    }
    const restoreOnReload = () => {
      history.scrollRestoration = 'auto'
    }
    scrollOurselves()
    addEventListener('scroll', remember)
    addEventListener('pagehide', restoreOnReload)
    // The page may return from the back/forward cache.
    addEventListener('pageshow', scrollOurselves)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', restoreOnReload)
      removeEventListener('pageshow', scrollOurselves)
    }
  }, [])

  // Before the browser reports a scroll of the new page, which would be remembered for the old one.
  useLayoutEffect(() => {
    const before = last.current
    last.current = { entry, path }
    shown = entry
    if (before.entry === entry) return
    closeMenus()
    const samePage = before.path === path
    // A replaced query or a jump to an anchor is not a new page.
    if (!samePage) {
      // The build wrote them for the first page of the visit.
      for (const link of document.querySelectorAll('link[hreflang]')) link.remove()
      // The boot script leaves it out where the first page would move.
      document.documentElement.dataset.font = ''
    }
    if (samePage && (arrival === 'replace' || hash)) return
    window.scrollTo(0, arrival === 'pop' ? (positions.get(entry) ?? 0) : 0)
    if (arrival === 'push' && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    setAnnouncement(document.title)
  }, [entry, path, hash, arrival])

  return (
    <p role="status" className="sr-only" data-route-announcer="">
      {announcement}
    </p>
  )
}
