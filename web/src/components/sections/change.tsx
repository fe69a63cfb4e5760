import type { Segment } from '../../content/types'

/** The situation of a client before and after an engagement, side by side. */
export function Change({ heading, columns, rows }: Segment['change']) {
  return (
    <section className="border-line border-t py-7 md:py-20">
      <div className="wrap">
        <h2>{heading}</h2>
        <table className="facing facing-change mt-6">
          <thead>
            <tr className="label">
              <td />
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([subject, before, after]) => (
              <tr key={subject}>
                <th scope="row">{subject}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
