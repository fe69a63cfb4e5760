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

/** In the visitor's browser, as YYYY-MM-DD. */
export const today = () => dayOf(new Date())

/** Today; the day of the build until hydration. */
export const useToday = () => useSyncExternalStore(never, today, () => __BUILD_DATE__)
