import { Columns, Sample, type SampleText } from './sample'

interface TableText extends SampleText {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

export function SampleTable({ text }: { text: TableText }) {
  return (
    <Sample text={text}>
      <table className="facing">
        <Columns names={text.columns} />
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
