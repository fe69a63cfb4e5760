import { type Coverage, coverageMap } from '../../content/samples/coverage-map'
import { Sample } from './sample'

const colours: Partial<Record<Coverage, string>> = {
  'No data': 'text-red',
  Recorded: 'bg-mist',
  Detected: 'bg-ice-fill text-ink',
  Alert: 'bg-ice text-paper',
}

export function CoverageMap() {
  return (
    <Sample text={coverageMap}>
      <table className="coverage">
        <thead>
          <tr className="label">
            {coverageMap.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {coverageMap.rows.map(([name, source, before, after]) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className="label block">{source}</span>
              </th>
              <td className={colours[before]}>{before}</td>
              <td className={colours[after]}>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="label measure mt-3">{coverageMap.note}</p>
    </Sample>
  )
}
