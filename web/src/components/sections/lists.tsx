import type { ItemGroup, Offering } from '../../content/types'

export function MarkedList({ items }: { items: readonly string[] }) {
  return (
    <ul className="marked">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** Named lists as rows of a table: platforms, tools, frameworks. */
export function Groups({ groups }: { groups: readonly ItemGroup[] }) {
  return (
    <table className="w-full border-collapse">
      <tbody>
        {groups.map((group) => (
          <tr key={group.title} className="border-line border-b">
            <th scope="row" className="w-1/3 py-3 pr-4 text-left align-top font-bold text-ink">
              {group.title}
            </th>
            <td className="wrap-anywhere py-3 text-small">{group.items.join('\u00a0· ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Numbered steps on a line, with an optional duration. */
export function Steps({ items }: { items: readonly (Offering & { duration?: string })[] }) {
  return (
    <ol className="steps">
      {items.map((item) => (
        <li key={item.title}>
          <div className="items-baseline justify-between gap-4 sm:flex">
            <h3>{item.title}</h3>
            {item.duration ? <p className="font-bold text-ice text-small">{item.duration}</p> : null}
          </div>
          <p className="mt-1">{item.description}</p>
        </li>
      ))}
    </ol>
  )
}

/** A few statements in large type. */
export function Statements({ items }: { items: readonly Offering[] }) {
  return (
    <ul className="grid gap-8">
      {items.map((item) => (
        <li key={item.title}>
          <h3 className="text-lead">{item.title}</h3>
          <p className="measure mt-2">{item.description}</p>
        </li>
      ))}
    </ul>
  )
}

/** Numbered boxes: a list of deliverables. */
export function Plates({ items }: { items: readonly Offering[] }) {
  return (
    <ol className="plates grid gap-2 sm:grid-cols-2">
      {items.map((item) => (
        <li key={item.title} className="bg-mist p-5">
          <h3>{item.title}</h3>
          <p className="mt-2 text-small">{item.description}</p>
        </li>
      ))}
    </ol>
  )
}

export function Paragraphs({ items }: { items: readonly string[] }) {
  return (
    <div className="measure grid gap-4">
      {items.map((text, index) => (
        <p key={text} className={index === 0 ? 'text-ink text-lead' : undefined}>
          {text}
        </p>
      ))}
    </div>
  )
}
