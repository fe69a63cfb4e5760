import { policyChange } from '#texts/samples/policy-change'
import { Sample } from './sample'

const marks = { keep: ['span', ' '], remove: ['del', '-'], add: ['ins', '+'] } as const

export function PolicyChange() {
  return (
    <Sample text={policyChange}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <section className="change" aria-label={policyChange.heading} tabIndex={0}>
        {policyChange.files.map((file) => (
          <pre key={file.name}>
            <b className="text-ink">{file.name}</b>
            {file.lines.map(([change, depth, text]) => {
              const [Line, sign] = marks[change]
              return <Line key={text}>{`${sign} ${'  '.repeat(depth)}${text}\n`}</Line>
            })}
          </pre>
        ))}
      </section>
      <dl className="text-small">
        {policyChange.review.map(({ term, text }) => (
          <div key={term} className="mt-3">
            <dt className="font-bold text-ink">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Sample>
  )
}
