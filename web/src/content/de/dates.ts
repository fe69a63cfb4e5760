const months = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ')

/** `2026-11-23` as "23. November 2026". `Intl` would load its tables for that; a test compares with it. */
export function longDate(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${date}. ${months[(month ?? 1) - 1]} ${year}`
}

/** `2026-11-02` as 2.11.2026. */
export const shortDate = (day: string) => day.split('-').map(Number).reverse().join('.')
