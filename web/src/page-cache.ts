import type { ComponentType } from 'react'
import { notFound, pages } from './routes'

interface Entry {
  promise: Promise<ComponentType>
  /** The visitor is on the way to it, not just pointing at a link. */
  visited: boolean
}

const cache = new Map<string, Entry>()
const loaders: Record<string, (() => Promise<{ default: ComponentType }>) | undefined> = pages

export const withoutTrailingSlash = (path: string) => path.replace(/\/+$/, '') || '/'

/** Starts loading the page of a path; unknown paths share the not-found page. Also called on hover and focus. */
export function preload(path: string): Entry {
  const known = withoutTrailingSlash(path)
  const loader = loaders[known]
  const key = loader ? known : '*'
  const cached = cache.get(key)
  if (cached) return cached

  const promise: Promise<ComponentType> = (loader ?? notFound)().then(
    (module) => {
      // What React reads of a promise: a page that is already here then renders without suspending.
      Object.assign(promise, { status: 'fulfilled', value: module.default })
      return module.default
    },
    (error: unknown) => {
      cache.delete(key)
      if (!entry.visited) throw error
      // Its code is gone, after a deployment, say: the document still exists.
      location.assign(path)
      return new Promise<never>(() => {})
    },
  )
  const entry: Entry = { promise, visited: false }
  cache.set(key, entry)
  return entry
}
