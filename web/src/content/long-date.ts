/** `2026-11-23` as "23 November 2026", the same in every time zone. */
export const longDate = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
