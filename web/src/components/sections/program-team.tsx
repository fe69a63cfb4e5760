import type { ProgramTeam as Team, TeamRole } from '../../content/types'
import { Section } from './section'

function Members({ title, members }: { title: string; members: readonly TeamRole[] }) {
  return (
    <div className="border-ink border-t-2 pt-4">
      <h3>{title}</h3>
      <dl className="mt-3">
        {members.map((member) => (
          <div key={member.name} className="border-line border-t py-3">
            <dt className="font-bold text-ink">{member.name}</dt>
            <dd className="text-small">{member.role}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function ProgramTeam({ team }: { team: Team }) {
  return (
    <Section heading={team.heading} intro={team.intro}>
      <div className="grid gap-8 sm:grid-cols-2">
        <Members {...team.core} />
        <Members {...team.extended} />
      </div>
    </Section>
  )
}
