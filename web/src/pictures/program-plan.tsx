import { programConstants } from '#texts/figures'
import { programPlanPicture as t } from '#texts/pictures/program-plan'
import { Picture } from './picture'

const unitsPerMonth = 38
const left = 150

const rows = [
  { name: 'EDR/XDR', timeline: programConstants.edrImplementation.timeline },
  { name: 'SIEM', timeline: programConstants.siemThreatHunting.timeline },
  { name: t.purpleTeam, timeline: programConstants.purpleTeamOperations.timeline },
  { name: t.compliance, timeline: programConstants.complianceGovernance.timeline },
  { name: t.dataLake, timeline: programConstants.threatIntelPlatform.timeline },
].map((row) => {
  const [from = 0, to = 0] = row.timeline
    .split(/[-–]/)
    .map((part) => Number.parseInt(part, 10) * unitsPerMonth)
  return { ...row, from, to }
})

const barY = (index: number) => 30 + index * 44
const openRow = barY(rows.length)

/**
 * Solid up to the shortest duration, tinted up to the longest: drawn from the programs' own figures. The sixth program
 * has no fixed duration: its consultants join one product team after the other.
 */
export const ProgramPlan = () => (
  <Picture label={t.label(rows.map((row) => `${row.name} ${row.timeline}`).join(', '))} height={330}>
    <path className="g" d="M150 20v270M226 20v270M302 20v270M378 20v270M454 20v270" />
    {rows.map((row, index) => (
      <g key={row.name}>
        <path className="lf" d={`M${left} ${barY(index)}h${row.to}v22h-${row.to}z`} />
        <path className="if" d={`M${left} ${barY(index)}h${row.from}v22h-${row.from}z`} />
        <text className="t" x="20" y={barY(index) + 16}>
          {row.name}
        </text>
      </g>
    ))}
    <path className="i d" d={`M${left} ${openRow + 11}h306m-8-6 8 6-8 6`} />
    <text className="t" x="20" y={openRow + 16}>
      DevSecOps
    </text>
    <text className="it" x="160" y={openRow + 2}>
      {t.teamByTeam}
    </text>
    <path className="k" d="M150 290h310" />
    <text x="146" y="314">
      0
    </text>
    <text x="222" y="314">
      2
    </text>
    <text x="298" y="314">
      4
    </text>
    <text x="374" y="314">
      6
    </text>
    <text x="476" y="314" textAnchor="end">
      {t.eightMonths}
    </text>
  </Picture>
)
