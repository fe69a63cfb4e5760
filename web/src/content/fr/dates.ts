import { formatDay } from '../format-day'

const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
)

/** `2026-11-23` as "23 novembre 2026". `Intl` would load its tables for that; a test compares with it. */
export function longDate(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date === 1 ? '1er' : date} ${months[(month ?? 1) - 1]} ${year}`
}

/** As numbers. */
export const dayPattern = 'DD.MM.YYYY'

export const shortDate = (day: string) => formatDay(day, dayPattern)
