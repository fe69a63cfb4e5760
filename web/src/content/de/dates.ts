import { formatDay } from '../format-day'

const months = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')

/** `2026-11-23` as "23. November 2026". `Intl` would load its tables for that; a test compares with it. */
export function longDate(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date}. ${months[(month ?? 1) - 1]} ${year}`
}

/** As numbers. */
export const dayPattern = 'D.M.YYYY'

export const shortDate = (day: string) => formatDay(day, dayPattern)
