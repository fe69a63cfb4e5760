import type { ComponentType } from 'react'

export type PageLoader = () => Promise<{ default: ComponentType }>

interface Entry {
  promise: Promise<ComponentType>
  /** Once it is loaded: it renders without suspending. */
  page?: ComponentType
  /** The visitor navigates to the page; false while it is only prefetched. */
  visited: boolean
}

const cache = new Map<string, Entry>()
let loaderOf: (path: string) => PageLoader
let notFoundLoader: PageLoader

/**
 * Each entry calls this before it renders. An import of `routes.ts` here would be circular: pages contain links, and
 * links preload pages.
 */
export function registerPages(pages: typeof loaderOf, notFound: PageLoader) {
  loaderOf = pages
  notFoundLoader = notFound
}

export const withoutTrailingSlash = (path: string) => path.replace(/\/+$/, '') || '/'

/** Whether the path has a page, as far as is known before it is loaded. */
export const isPage = (path: string) => loaderOf(path) !== notFoundLoader

/** Starts to load the page of a path. All unknown paths share the not-found page. */
export function preload(path: string): Entry {
  const known = withoutTrailingSlash(path)
  const loader = loaderOf(known)
  const key = loader === notFoundLoader ? '*' : known
  const cached = cache.get(key)
  if (cached) return cached

  const promise = loader().then(
    (module) => {
      entry.page = module.default
      return module.default
    },
    (error: unknown) => {
      cache.delete(key)
      // Prefetched, or left again.
      if (!entry.visited || withoutTrailingSlash(location.pathname) !== known) throw error
      // A deployment may have removed the chunk or the data, but the path still has a document.
      location.assign(path)
      return new Promise<never>(() => {})
    },
  )
  const entry: Entry = { promise, visited: false }
  cache.set(key, entry)
  return entry
}
