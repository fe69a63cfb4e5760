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

const mutedTypes = new Set<string>()

function stop(event: Event) {
  const isOnControl =
    event.target instanceof Element && event.target.closest('input, select, textarea, label')
  if (isOnControl) event.stopImmediatePropagation()
}

/**
 * Keeps the events of form controls from React until `unmuteControls`. Controls work without React, but on a key in
 * one, React would hydrate the part around it at once, in one long task, and the key would wait.
 *
 * `attach` adds React's listeners to the container; their types are recorded there, since React exports no list.
 */
export function muteControls(container: HTMLElement, attach: () => void) {
  const listen = container.addEventListener
  container.addEventListener = (type: string, ...rest: [EventListenerOrEventListenerObject]) => {
    // React does not hydrate at once on focus: it replays the event later, and the form then loads its rules.
    if (!type.startsWith('focus')) mutedTypes.add(type)
    listen.call(container, type, ...rest)
  }
  attach()
  Reflect.deleteProperty(container, 'addEventListener')
  for (const type of mutedTypes) addEventListener(type, stop, true)
}

export function unmuteControls() {
  for (const type of mutedTypes) removeEventListener(type, stop, true)
}
