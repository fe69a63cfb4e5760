import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the prerendered page and in the first client render, true right after. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const dayOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

/** Today in the visitor's browser as YYYY-MM-DD; the day of the build until hydration. */
export const useToday = () =>
  useSyncExternalStore(
    never,
    () => dayOf(new Date()),
    () => __BUILD_DATE__.slice(0, 10),
  )

/** Those for which React does not wait. */
const onControls = [
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click'],
  ...['keydown', 'keypress', 'keyup', 'textInput', 'input', 'change'],
  ...['compositionstart', 'compositionend', 'paste', 'drop'],
]

function stop(event: Event) {
  const isOnControl =
    event.target instanceof Element && event.target.closest('input, select, textarea, label')
  if (isOnControl) event.stopImmediatePropagation()
}

/**
 * Controls work without React. Told of a key in one, it would take over all that is around it at once, in one long task,
 * so it is told only once the form asks for it.
 */
export function typeUnheard() {
  for (const name of onControls) addEventListener(name, stop, true)
}

export function hearTyping() {
  for (const name of onControls) removeEventListener(name, stop, true)
}
