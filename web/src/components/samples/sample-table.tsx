import { Sample, type SampleText } from './sample'

interface TableText extends SampleText {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

export function SampleTable({ text }: { text: TableText }) {
  return (
    <Sample text={text}>
      <table className="facing">
        <thead>
          <tr className="label">
            {text.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {text.rows.map(([first, ...others]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {others.map((other) => (
                <td key={other}>{other}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sample>
  )
}
