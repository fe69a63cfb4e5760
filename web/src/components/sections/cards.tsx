import type { LinkCard, Offering, ProgramCard } from '../../content/types'
import { AppLink } from '../ui/app-link'
import { Badge, TimelineBadge } from '../ui/badge'

/** The negative margin removes the space below the last row, which the section adds itself. */
const grid = '-mb-6 grid gap-x-8 sm:grid-cols-2'

export type CardItem = LinkCard & Partial<Pick<ProgramCard, 'badge' | 'timeline'>>

/** Titled cards without a target. */
export function OfferingCards({ items, columns = grid }: { items: readonly Offering[]; columns?: string }) {
  return (
    <ul className={columns}>
      {items.map((item) => (
        <li key={item.title} className="card">
          <h3>{item.title}</h3>
          <p className="mt-3">{item.description}</p>
        </li>
      ))}
    </ul>
  )
}

function Figures({ item }: { item: CardItem }) {
  if (!item.badge) return null
  return (
    <p className="mt-auto flex flex-wrap gap-2">
      <Badge text={item.badge} />
      {item.timeline ? <TimelineBadge text={item.timeline} /> : null}
    </p>
  )
}

/** Cards that lead to a page; the whole card is the target. */
export function LinkCards({ items, columns = grid }: { items: readonly CardItem[]; columns?: string }) {
  return (
    <ul className={columns}>
      {items.map((item) => (
        <li key={item.title} className="card card-link">
          <h3>
            <AppLink to={item.href} className="cover">
              {item.title}&nbsp;<span aria-hidden="true">→</span>
            </AppLink>
          </h3>
          <p className="mt-3 mb-5">{item.description}</p>
          <Figures item={item} />
        </li>
      ))}
    </ul>
  )
}
