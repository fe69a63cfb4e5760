/** The fields that a link may fill in: specification, section 2, `/contact`. */
const PREFILLED = ['firstName', 'lastName', 'email'] as const

export type Prefill = Partial<Record<(typeof PREFILLED)[number], string>>

/**
 * Reads the prefilled fields from the address bar and removes them from it, so that a name or address
 * stays neither in the history nor in a copied link. Other parameters and the router's state remain.
 */
export function takePrefill(): Prefill {
  const url = new URL(window.location.href)
  const found: Prefill = {}
  for (const name of PREFILLED) {
    const value = url.searchParams.get(name)?.trim()
    if (value) found[name] = value
  }
  if (PREFILLED.some((name) => url.searchParams.has(name))) {
    for (const name of PREFILLED) url.searchParams.delete(name)
    window.history.replaceState(window.history.state, '', url)
  }
  return found
}
