import type { ReactNode } from 'react'
import type { Cta, Offering } from '../../content/types'
import { Badge } from '../ui/badge'
import { ArrowLink } from '../ui/links'
import { MarkedList } from './lists'

interface Model extends Offering {
  badge: string
  points: readonly string[]
  cta?: Cta
}

/** The ways to engage the firm, side by side. */
export function Engagements({
  items,
  drawings,
}: {
  items: readonly Model[]
  drawings?: readonly ReactNode[]
}) {
  return (
    <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2">
      {items.map((model, index) => (
        <li key={model.title} className="card pb-0">
          {drawings ? <figure className="mb-3 max-w-80">{drawings[index]}</figure> : null}
          <h3>{model.title}</h3>
          <p className="mt-3 mb-4">
            <Badge text={model.badge} />
          </p>
          <p className="mb-5">{model.description}</p>
          <MarkedList items={model.points} />
          {model.cta ? (
            <p className="mt-5">
              <ArrowLink cta={model.cta} />
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
