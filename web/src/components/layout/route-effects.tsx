import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { closeMenus } from './disclosure'

/** The scroll position of each history entry of this visit. Entries that the browser makes for anchors share one key. */
const positions = new Map<string, number>()

/**
 * After a navigation: top of the page, focus on its heading, its title announced. Back and forward restore the scroll
 * position. Nothing on the first load.
 */
export function RouteEffects() {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const entry = key + pathname + hash
  const last = useRef({ entry, pathname })
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
    const remember = () => positions.set(last.current.entry, window.scrollY)
    scrollOurselves()
    addEventListener('scroll', remember)
    // Before the router's listener, after which React draws the other page. The browser reports a scroll only with the
    // next frame.
    addEventListener('popstate', remember, true)
    addEventListener('pagehide', restoreOnReload)
    // The page may return from the back/forward cache.
    addEventListener('pageshow', scrollOurselves)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('popstate', remember, true)
      removeEventListener('pagehide', restoreOnReload)
      removeEventListener('pageshow', scrollOurselves)
    }
  }, [])

  // Before the browser reports a scroll of the new page, which would be remembered for the old one.
  useLayoutEffect(() => {
    const before = last.current
    last.current = { entry, pathname }
    if (before.entry === entry) return
    closeMenus()
    const samePage = before.pathname === pathname
    // A replaced query or a jump to an anchor is not a new page.
    if (samePage && (type === 'REPLACE' || hash)) return
    window.scrollTo(0, type === 'POP' ? (positions.get(entry) ?? 0) : 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    setAnnouncement(document.title)
  }, [entry, pathname, hash, type])

  return (
    <p role="status" className="sr-only" data-route-announcer="">
      {announcement}
    </p>
  )
}
