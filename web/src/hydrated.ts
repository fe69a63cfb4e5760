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

/** What React (19.2, `discreteReplayableEvents`) takes over a page for at once, to hear of it. */
const urgentEvents =
  'mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset'.split(
    ' ',
  )

function stop(event: Event) {
  const isOnControl =
    event.target instanceof Element && event.target.closest('input, select, textarea, label')
  if (isOnControl) event.stopImmediatePropagation()
}

/**
 * Controls work without React. Told of a key in one, it would take over all that is around it in one long task, so it is
 * told only once the form asks for it (`unmuteControls`).
 */
export function muteControls() {
  for (const name of urgentEvents) addEventListener(name, stop, true)
}

export function unmuteControls() {
  for (const name of urgentEvents) removeEventListener(name, stop, true)
}
