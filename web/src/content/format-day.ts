/** A day, `2026-11-02`, as a pattern of the letters D, M and Y writes it: DD/MM/YYYY, or D.M.YYYY without the zeros. */
export function formatDay(day: string, pattern: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const part = (padded: string) => (letters: string) => (letters.length > 1 ? padded : `${Number(padded)}`)
  return pattern.replace(/D+/, part(date)).replace(/M+/, part(month)).replace('YYYY', year)
}
