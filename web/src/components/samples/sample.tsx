import type { ReactNode } from 'react'
import { Section } from '../sections/section'

interface SampleText {
  heading: string
  intro: string
  label: string
}

/** A deliverable as a client receives it, marked as a sample. */
export function Sample({ text, children }: { text: SampleText; children: ReactNode }) {
  return (
    <Section heading={text.heading} intro={text.intro}>
      <figure id="sample" className="sample">
        <figcaption className="badge mb-4 font-bold text-red">{text.label}</figcaption>
        {children}
      </figure>
    </Section>
  )
}
