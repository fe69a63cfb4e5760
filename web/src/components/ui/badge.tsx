const box = { size: 9, gap: 3 }

/** An open range, '1-6+', has no drawing: it is the same on every service. */
function parseRange(text: string) {
  const found = /(\d+)[-–](\d+)(?!\d|\+)/.exec(text)
  if (!found) return undefined
  return { from: Number(found[1]), to: Number(found[2]) }
}

/** A range as squares: filled up to its minimum, tinted up to its maximum, outlined up to the end of the scale. */
function RangeSquares({ text, scale }: { text: string; scale: number }) {
  const range = parseRange(text)
  if (!range) return null
  const step = box.size + box.gap
  return (
    <svg
      viewBox={`0 0 ${scale * step} ${box.size}`}
      width={scale * step}
      height={box.size}
      aria-hidden="true"
      className="range shrink-0"
    >
      {Array.from({ length: scale }, (_, index) => index + 1).map((unit) => (
        <rect
          key={unit}
          x={(unit - 1) * step + 0.5}
          y="0.5"
          width={box.size - 1}
          height={box.size - 1}
          className={unit <= range.from ? 'range-sure' : unit <= range.to ? 'range-maybe' : 'range-off'}
        />
      ))}
    </svg>
  )
}

const consultantsScale = 6

/** '1-3 consultants' with its squares; a text without a range has none. */
export function Badge({ text }: { text: string }) {
  return (
    <span className="badge">
      <RangeSquares text={text} scale={consultantsScale} />
      {text}
    </span>
  )
}

const timelineScaleMonths = 8

export function TimelineBadge({ text, label }: { text: string; label?: string }) {
  return (
    <span className="badge">
      <RangeSquares text={text} scale={timelineScaleMonths} />
      {label ? <span className="sr-only">{label}: </span> : null}
      {text}
    </span>
  )
}
