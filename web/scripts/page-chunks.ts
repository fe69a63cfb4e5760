import { existsSync, readFileSync } from 'node:fs'
import { fromRoot } from './paths'

export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

/** Reads src/routes.ts: the source file behind each route's key, and behind '*' for the not-found page. */
function pageSources(paths: Record<string, string>): Map<string, string> {
  const routes = readFileSync(fromRoot('src/routes.ts'), 'utf8')
  const sources = new Map<string, string>()
  for (const [, key, name] of routes.matchAll(
    /(?:\[paths\.(\w+)\]:|notFound: PageLoader =) \(\) => import\('\.\/(.+?)'\)/g,
  )) {
    const file = [`src/${name}.tsx`, `src/${name}/index.tsx`].find((candidate) =>
      existsSync(fromRoot(candidate)),
    )
    if (!file) throw new Error(`src/routes.ts names ${name}, which does not exist`)
    sources.set(key ? (paths[key] ?? '') : '*', file)
  }
  return sources
}

/** Address of the hashed script of each page, by route; '*' is the not-found page. */
export function pageChunks(paths: Record<string, string>, manifest: Manifest): Map<string, string> {
  return new Map(
    [...pageSources(paths)].map(([path, source]) => {
      const file = manifest[source]?.file
      if (!file) throw new Error(`the build has no chunk for ${source}`)
      return [path, `/${file}`]
    }),
  )
}
