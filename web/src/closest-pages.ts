import { contactLink, footerColumns, menus } from '#texts/nav'
import { paths } from '#texts/paths'
import type { RoutePath } from './content/addresses'

const wanted = 3
/** Share of characters that may differ for an address to count as mistyped. */
const typoTolerance = 0.34

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? 0
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const likeness = (a: string, b: string) => 1 - editDistance(a, b) / Math.max(a.length, b.length, 1)

/** The page a mistyped or moved address most likely meant, its section, then the usual ways on: three in all. */
export function closestPages(attempted: string): RoutePath[] {
  const routePaths = Object.values(paths)
  const path = attempted.toLowerCase().slice(0, 120)
  const mistyped = routePaths
    .filter((route) => route !== paths.home)
    .map((route) => ({
      route,
      score: Math.max(likeness(path, route), likeness(lastPart(path), lastPart(route))),
    }))
    .filter(({ score }) => score >= 1 - typoTolerance)
    .sort((a, b) => b.score - a.score)
    .map(({ route }) => route)
  const section = routePaths.filter((route) => route !== paths.home && path.startsWith(`${route}/`))
  const usual = [paths.services, paths.about, paths.contact]
  return [...new Set([...mistyped.slice(0, 1), ...section, ...usual])].slice(0, wanted)
}

/** By the name that the menus and the footer give it; where both name it, by that of the menus. */
export function pageLabel(path: RoutePath): string {
  const links = [
    contactLink,
    ...menus.flatMap(({ items }) => items),
    ...footerColumns.flatMap((column) => column.links.filter((link) => link.kind === 'internal')),
  ]
  return links.find(({ href }) => href === path)?.label ?? path
}
