import { useEffect } from 'react'
import { form as texts } from '#texts/contact'
import type { components } from '../../api/schema'
import { useHydrated } from '../../hydrated'
import { takeOver } from './prerendered-form'
import { wellFormed } from './well-formed'

/** By what the server tells programs from people, beside the words. */
export type Signs = Pick<components['schemas']['Inquiry'], 'decoy' | 'elapsedMs'>

/** Programs like to fill a control of this name; autofill has no value for it. */
const DECOY = 'subject'

/** By `performance.now()`. */
let appearedAt: number | undefined

/** For the next inquiry. */
export const restartClock = () => {
  appearedAt = performance.now()
}

/**
 * A control that people neither see nor reach. Clipped, since programs skip what has `display: none`. Find-in-page
 * would come upon a label or placeholder.
 */
export function SpamSigns() {
  const hydrated = useHydrated()
  useEffect(() => {
    // The prerendered form appears with the page, long before React. A visitor who returns to the form may send at once.
    appearedAt ??= hydrated ? performance.now() : 0
  }, [hydrated])
  return (
    <div ref={takeOver} aria-hidden="true" className="sr-only no-print">
      <input type="text" name={DECOY} aria-label={texts.decoy} tabIndex={-1} autoComplete="off" />
    </div>
  )
}

export function readSigns(form: HTMLFormElement): Signs {
  // An extension may have removed it.
  const control = form.elements.namedItem(DECOY) as HTMLInputElement | null
  const decoy = control && wellFormed(control.value)
  const elapsedMs = Math.round(performance.now() - (appearedAt ?? 0))
  // A browser may keep what was typed over a reload.
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return { ...(decoy && { decoy }), elapsedMs: page && page.type !== 'navigate' ? null : elapsedMs }
}
