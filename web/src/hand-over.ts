/**
 * What was typed goes with the visitor to the page in another language, which has its own scripts. It is handed over in
 * `window.name`, which is in memory only and emptied at once.
 */

type Typed = Record<string, unknown>

let kept: () => Typed | undefined = () => undefined

/** The form says what it keeps for the visit, for when it is not on the page. */
export const handOverFrom = (source: typeof kept) => {
  kept = source
}

export function handOver() {
  const [form] = document.forms
  const typed = form ? [...new FormData(form)] : Object.entries(kept() ?? {})
  window.name = JSON.stringify(typed.filter(([, value]) => value))
}

function take(): Typed | undefined {
  // Another site could have set the name.
  if (!window.name || !document.referrer.startsWith(location.origin)) return undefined
  try {
    return Object.fromEntries(JSON.parse(window.name))
  } catch {
    return undefined
  } finally {
    window.name = ''
  }
}

export const handedOver = typeof window === 'undefined' ? undefined : take()
