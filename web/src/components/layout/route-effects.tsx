import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { closeMenus } from './disclosure'

/** After a navigation: top of the page, focus on its heading, its title announced. Nothing on the first load. */
export function RouteEffects() {
  const { key, pathname, hash } = useLocation()
  const replaced = useNavigationType() === 'REPLACE'
  const last = useRef({ key, pathname })
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    // Only a reload restores the scroll position; going back is handled as any navigation.
    const scrollOurselves = () => {
      history.scrollRestoration = 'manual'
    }
    const restoreOnReload = () => {
      history.scrollRestoration = 'auto'
    }
    scrollOurselves()
    addEventListener('pagehide', restoreOnReload)
    // The page may return from the back/forward cache.
    addEventListener('pageshow', scrollOurselves)
    return () => {
      removeEventListener('pagehide', restoreOnReload)
      removeEventListener('pageshow', scrollOurselves)
    }
  }, [])

  useEffect(() => {
    const before = last.current
    last.current = { key, pathname }
    // A replaced query, a jump to an anchor or a link to the page itself is not a new page.
    const samePage = before.pathname === pathname
    if (before.key === key) return
    closeMenus()
    if (samePage && (replaced || hash)) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    setAnnouncement(document.title)
  }, [key, pathname, hash, replaced])

  return (
    <p role="status" className="sr-only" data-route-announcer="">
      {announcement}
    </p>
  )
}
