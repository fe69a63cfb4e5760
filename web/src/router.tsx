import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useState,
} from 'react'
import { redirects } from './content/addresses'
import { preload, withoutTrailingSlash } from './page-cache'

/** `pop` is the first entry of a visit, Back and Forward, and an anchor of the page. */
type Arrival = 'push' | 'replace' | 'pop'

interface Place {
  /** Without a trailing slash. */
  path: string
  hash: string
  /** Of the history entry. Entries that the browser makes for anchors share one. */
  key: string
  arrival: Arrival
}

const startAt = (path: string): Place => ({ path, hash: '', key: '', arrival: 'pop' })

const targets: Record<string, string | undefined> = redirects

/** The address of the internal link that an event concerns. A link to another language is another document. */
const linkOf = ({ target }: Event) =>
  (target as Element).closest('a[href^="/"]:not([hreflang], [target])')?.getAttribute('href')

/** On hover and focus. A failed prefetch is ignored: the click falls back to a full page load. */
function warm(event: Event) {
  const path = linkOf(event)?.replace(/[?#].*/, '')
  if (path) preload(targets[path] ?? path).promise.catch(() => {})
}

function placeOf(arrival: Arrival): Place {
  const target = targets[withoutTrailingSlash(location.pathname)]
  if (target) history.replaceState(history.state, '', target)
  const { pathname, hash } = location
  return { path: withoutTrailingSlash(pathname), hash, key: history.state?.key ?? '', arrival }
}

const RouterContext = createContext(startAt('/'))

export const usePlace = () => use(RouterContext)

/** Shows the place that the browser's history is at; on the server, `path`. */
export function Router({ path, children }: { path?: string; children: ReactNode }) {
  const [place, setPlace] = useState(() => (path ? startAt(path) : placeOf('pop')))
  // A transition: the page stays until the next one is loaded.
  const show = useCallback((arrival: Arrival) => startTransition(() => setPlace(placeOf(arrival))), [])

  useLayoutEffect(() => {
    const onPop = () => show('pop')
    // Most links stand in prerendered HTML that React does not know.
    const onClick = (event: MouseEvent) => {
      const to = linkOf(event)
      // A new tab, a new window, a download.
      if (!to || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      const arrival = to === location.pathname + location.search + location.hash ? 'replace' : 'push'
      history[`${arrival}State`]({ key: String(Math.random()) }, '', to)
      show(arrival)
    }
    const aborted = new AbortController()
    const { signal } = aborted
    addEventListener('popstate', onPop, { signal })
    document.addEventListener('click', onClick, { signal })
    document.addEventListener('pointerover', warm, { signal })
    document.addEventListener('focusin', warm, { signal })
    return () => aborted.abort()
  }, [show])

  return <RouterContext value={place}>{children}</RouterContext>
}
