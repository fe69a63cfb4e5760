import { programConstants } from '../content/constants'
import { Picture } from './picture'

const unitsPerMonth = 38
const left = 150

const rows = [
  { name: 'EDR/XDR', timeline: programConstants.edrImplementation.timeline },
  { name: 'SIEM', timeline: programConstants.siemThreatHunting.timeline },
  { name: 'Purple team', timeline: programConstants.purpleTeamOperations.timeline },
  { name: 'Compliance', timeline: programConstants.complianceGovernance.timeline },
  { name: 'Data lake', timeline: programConstants.threatIntelPlatform.timeline },
].map((row) => {
  const [from = 0, to = 0] = row.timeline.split('-').map((part) => Number.parseInt(part, 10) * unitsPerMonth)
  return { ...row, from, to }
})

/** Solid up to the shortest duration, tinted up to the longest: drawn from the programs' own figures. */
export const ProgramPlan = () => (
  <Picture
    label={`How long each program takes: ${rows.map((row) => `${row.name} ${row.timeline}`).join(', ')}.`}
    height={300}
  >
    <path className="g" d="M150 20v240M226 20v240M302 20v240M378 20v240M454 20v240" />
    {rows.map((row, index) => (
      <g key={row.name}>
        <path className="lf" d={`M${left} ${34 + index * 46}h${row.to}v22h-${row.to}z`} />
        <path className="if" d={`M${left} ${34 + index * 46}h${row.from}v22h-${row.from}z`} />
        <text className="t" x="20" y={50 + index * 46}>
          {row.name}
        </text>
      </g>
    ))}
    <path className="k" d="M150 260h310" />
    <text x="146" y="284">
      0
    </text>
    <text x="222" y="284">
      2
    </text>
    <text x="298" y="284">
      4
    </text>
    <text x="374" y="284">
      6
    </text>
    <text x="408" y="284">
      8 months
    </text>
  </Picture>
)
