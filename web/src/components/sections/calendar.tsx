interface CalendarProps {
  /** '2-4 months'. */
  timeline: string
  label: string
  /** '1-3 consultants', and what else the program's badges say. */
  badges: readonly string[]
}

/** The months of a program, sure ones filled and possible ones tinted, above the size of its team. */
export function Calendar({ timeline, label, badges }: CalendarProps) {
  const [from = 0, to = 0] = (timeline.match(/\d+/g) ?? []).map(Number)
  return (
    <section className="border-line border-t py-7 md:py-12" aria-label={label}>
      <div className="wrap">
        <ol className="calendar" aria-hidden="true">
          {Array.from({ length: to }, (_, index) => index + 1).map((month) => (
            <li key={month} className={month > from ? 'calendar-maybe' : undefined}>
              {month}
            </li>
          ))}
        </ol>
        <p className="mt-3 text-ink">{[`${label}: ${timeline}`, ...badges].join(' · ')}</p>
      </div>
    </section>
  )
}
