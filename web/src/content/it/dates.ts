const months =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ')

/** `2026-11-23` as "23 novembre 2026". `Intl` would load its tables for that; a test compares with it. */
export function longDate(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${months[(month ?? 1) - 1]} ${year}`
}

/** `2026-11-22` as 22.11.2026. */
export const shortDate = (day: string) => day.split('-').reverse().join('.')
