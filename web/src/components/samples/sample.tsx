import type { ReactNode } from 'react'

export interface SampleText {
  heading: string
  intro: string
  label: string
}

/** A deliverable as a client receives it, in the full width of the page, marked as a sample. */
export function Sample({ text, children }: { text: SampleText; children: ReactNode }) {
  return (
    <section className="border-line border-t py-7 md:py-20">
      <div className="wrap">
        <h2>{text.heading}</h2>
        <p className="measure mt-3 mb-6">{text.intro}</p>
        <figure id="sample" className="sample">
          <figcaption className="badge mb-4 font-bold text-red">{text.label}</figcaption>
          {children}
        </figure>
      </div>
    </section>
  )
}

/** The head of a sample's table. */
export function Columns({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr className="label">
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
