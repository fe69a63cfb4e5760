import { formatDay } from '../format-day'

const months =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ')

/** `2026-11-23` as "23 novembre 2026". `Intl` would load its tables for that; a test compares with it. */
export function longDate(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${months[(month ?? 1) - 1]} ${year}`
}

/** As numbers. */
export const dayPattern = 'DD.MM.YYYY'

export const shortDate = (day: string) => formatDay(day, dayPattern)
