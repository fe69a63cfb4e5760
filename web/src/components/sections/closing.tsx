import type { Cta, CtaBlock, Offering } from '../../content/types'
import { ButtonLink } from '../ui/links'
import { CallLine } from '../ui/phone'

/** The call to action that ends a page. */
export function Closing({ block }: { block: CtaBlock }) {
  return (
    <section className="no-print night closing bg-paper text-body">
      <div className="wrap grid12 items-end gap-y-8 py-12 md:py-20">
        <div className="col-span-12 lg:col-span-8">
          <h2>{block.heading}</h2>
          <p className="measure mt-5 text-lead">{block.text}</p>
        </div>
        <div className="col-span-12 lg:col-span-4 lg:justify-self-end">
          <ButtonLink cta={block.cta} inquiry={block.inquiry} />
          {block.inquiry?.reason === 'incident-response' && <CallLine className="mt-4" />}
        </div>
      </div>
    </section>
  )
}

interface ClosingCardsProps {
  heading: string
  intro: string
  cards: readonly (Offering & { cta: Cta })[]
}

/** A call to action with two choices. */
export function ClosingCards({ heading, intro, cards }: ClosingCardsProps) {
  return (
    <section className="night closing bg-paper text-body">
      <div className="wrap grid12 gap-y-6 py-8 md:py-20">
        <div className="col-span-12 lg:col-span-4">
          <h2>{heading}</h2>
          <p className="mt-5 max-w-[38ch]">{intro}</p>
        </div>
        <ul className="col-span-12 grid gap-x-8 sm:grid-cols-2 lg:col-span-8">
          {cards.map((card) => (
            <li key={card.title} className="card items-start">
              <p className="mb-4">{card.description}</p>
              <div className="mt-auto">
                <ButtonLink cta={card.cta} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
