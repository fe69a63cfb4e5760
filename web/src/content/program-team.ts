import { type PersonId, personName } from './firm'
import type { ProgramTeam } from './types'

type Roles = Partial<Record<PersonId, string>>

const members = (roles: Roles) =>
  Object.entries(roles).map(([id, role]) => ({ name: personName(id as PersonId), role }))

/** The people of a program by their roles in it: as many as it needs at least, and who joins them. */
export const programTeamOf =
  (heading: string, coreTitle: string, extendedTitle: string) =>
  (intro: string, core: Roles, extended: Roles): ProgramTeam => ({
    heading,
    intro,
    core: { title: coreTitle, members: members(core) },
    extended: { title: extendedTitle, members: members(extended) },
  })
