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
import { withoutTrailingSlash } from './page-cache'

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

function placeOf(arrival: Arrival): Place {
  const target = targets[withoutTrailingSlash(location.pathname)]
  if (target) history.replaceState(history.state, '', target)
  const { pathname, hash } = location
  return { path: withoutTrailingSlash(pathname), hash, key: history.state?.key ?? '', arrival }
}

const RouterContext = createContext({
  place: startAt('/'),
  navigate: (to: string) => location.assign(to),
})

export const useRouter = () => use(RouterContext)

/** Shows the place that the browser's history is at; on the server, `path`. */
export function Router({ path, children }: { path?: string; children: ReactNode }) {
  const [place, setPlace] = useState(() => (path ? startAt(path) : placeOf('pop')))
  // A transition: the page stays until the next one is loaded.
  const show = useCallback((arrival: Arrival) => startTransition(() => setPlace(placeOf(arrival))), [])

  useLayoutEffect(() => {
    const onPop = () => show('pop')
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [show])

  function navigate(to: string) {
    const arrival = to === location.pathname + location.search + location.hash ? 'replace' : 'push'
    history[`${arrival}State`]({ key: String(Math.random()) }, '', to)
    show(arrival)
  }

  return <RouterContext value={{ place, navigate }}>{children}</RouterContext>
}
