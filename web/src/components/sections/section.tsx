import type { ReactNode } from 'react'

type SectionProps = {
  heading: string
  intro?: string | undefined
  children: ReactNode
  tone?: 'mist'
}

/** A numbered section: the heading in the left third, the content in the rest. */
export function Section({ heading, intro, children, tone }: SectionProps) {
  return (
    <section className={`section border-line border-t py-7 md:py-20 ${tone === 'mist' ? 'bg-mist' : ''}`}>
      <div className="wrap grid12 gap-y-6 md:gap-y-8">
        <div className="col-span-12 lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <p className="section-index label mb-3 max-md:hidden" />
            <h2 className="max-w-[22ch]">{heading}</h2>
            {intro ? <p className="mt-3 max-w-[38ch]">{intro}</p> : null}
          </div>
        </div>
        <div className="col-span-12 lg:col-span-8">{children}</div>
      </div>
    </section>
  )
}
