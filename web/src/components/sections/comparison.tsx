import type { Comparison as Content } from '../../content/types'
import { AppLink } from '../ui/app-link'

const cell = 'wrap-anywhere border-line border-t py-2.5 pr-4 text-left align-top last:pr-0'

/** Two offers as columns of a table. On a phone the row headers are for screen readers only. */
export function Comparison({ items, rows }: Content) {
  return (
    <table className="w-full border-collapse text-small">
      <thead>
        <tr>
          <td className="max-sm:p-0" />
          {items.map((item) => (
            <th
              key={item.title}
              scope="col"
              className="wrap-anywhere w-1/2 border-ink border-t-2 py-3 pr-4 text-left align-top font-normal last:pr-0 sm:w-2/5"
            >
              <AppLink to={item.cta.href} className="font-bold text-h3 text-ink leading-tight hover:text-red">
                {item.title}&nbsp;<span aria-hidden="true">→</span>
              </AppLink>
              <span className="mt-2 block">{item.description}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row" className={`${cell} font-normal max-sm:p-0`}>
              <span className="label max-sm:sr-only">{row.label}</span>
            </th>
            {row.values.map((value) => (
              <td key={value} className={cell}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
