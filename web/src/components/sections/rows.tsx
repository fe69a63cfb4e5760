import type { Offering } from '../../content/types'
import { AppLink } from '../ui/app-link'
import type { CardItem } from './cards'

/** Rows that lead to a page, with the figures of a program as text at the end of the line. */
export function LinkRows({ items }: { items: readonly CardItem[] }) {
  return (
    <ul className="border-ink border-t-2">
      {items.map(({ title, href, description, badge, timeline }) => (
        <li key={title} className="card-link link-row">
          <div>
            <h3>
              <AppLink to={href} className="cover">
                {title}&nbsp;<span aria-hidden="true">→</span>
              </AppLink>
            </h3>
            <p className="mt-1 text-small">{description}</p>
          </div>
          {timeline ? <p className="label">{`${badge}, ${timeline}`}</p> : null}
        </li>
      ))}
    </ul>
  )
}

/** Short points, each with its title. */
export function Points({ items }: { items: readonly Offering[] }) {
  return (
    <ul className="grid gap-x-8 sm:grid-cols-3">
      {items.map((item) => (
        <li key={item.title} className="border-ink border-t-2 pt-3 pb-5">
          <h3>{item.title}</h3>
          <p className="mt-1 text-small">{item.description}</p>
        </li>
      ))}
    </ul>
  )
}
