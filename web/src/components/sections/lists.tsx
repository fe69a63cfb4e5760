import type { ReactNode } from 'react'
import type { ItemGroup, Offering } from '../../content/types'

export function MarkedList({ items, columns }: { items: readonly ReactNode[]; columns?: boolean }) {
  return (
    <ul className={`marked ${columns ? 'gap-x-8 md:grid md:grid-cols-2' : ''}`}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lists never change
        <li key={index}>{item}</li>
      ))}
    </ul>
  )
}

/** Named lists side by side: platforms, tools, frameworks. */
export function Groups({ groups }: { groups: readonly ItemGroup[] }) {
  return (
    <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
      {groups.map((group) => (
        <div key={group.title} className="border-ink border-t-2 pt-4">
          <h3>{group.title}</h3>
          <ul className="mt-3">
            {group.items.map((item) => (
              <li key={item} className="border-line border-t py-2 text-small">
                {item}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Steps in order, each with its number and, where it has one, its duration. */
export function Steps({ items }: { items: readonly (Offering & { duration?: string })[] }) {
  return (
    <ol>
      {items.map((item, index) => (
        <li
          key={item.title}
          className="grid gap-x-8 border-line border-t py-5 first:border-ink first:border-t-2 sm:grid-cols-[4rem_1fr]"
        >
          <span className="tabular font-bold text-h3 text-red" aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <div className="items-baseline justify-between sm:flex">
              <h3>{item.title}</h3>
              {item.duration ? (
                <p className="tabular font-bold text-ice text-small">{item.duration}</p>
              ) : null}
            </div>
            <p className="mt-2">{item.description}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

export function Paragraphs({ items }: { items: readonly string[] }) {
  return (
    <div className="measure space-y-4">
      {items.map((text, index) => (
        <p key={text} className={index === 0 ? 'text-ink text-lead' : undefined}>
          {text}
        </p>
      ))}
    </div>
  )
}
