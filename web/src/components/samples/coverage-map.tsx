import { coverageMap } from '#texts/samples/coverage-map'
import { Columns, Sample } from './sample'

/** Of the states, in their order. */
const colours = ['text-red', 'bg-mist', 'bg-ice-fill text-ink', 'bg-ice text-paper']

export function CoverageMap() {
  return (
    <Sample text={coverageMap}>
      <table className="coverage">
        <Columns names={coverageMap.columns} />
        <tbody>
          {coverageMap.rows.map(([name, source, before, after]) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className="label block">{source}</span>
              </th>
              <td className={colours[before]}>{coverageMap.states[before]}</td>
              <td className={colours[after]}>{coverageMap.states[after]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="label measure mt-3">{coverageMap.note}</p>
    </Sample>
  )
}
