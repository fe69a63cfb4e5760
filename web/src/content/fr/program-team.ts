import type { ProgramTeam } from '../types'
import { type PersonId, personName } from './site'

type Roles = Partial<Record<PersonId, string>>

const members = (roles: Roles) =>
  Object.entries(roles).map(([id, role]) => ({ name: personName(id as PersonId), role }))

/** The people of a program by their roles in it: as many as it needs at least, and who joins them. */
export const programTeam = (intro: string, core: Roles, extended: Roles): ProgramTeam => ({
  heading: 'Équipe recommandée',
  intro,
  core: { title: 'Noyau', members: members(core) },
  extended: { title: 'Renfort', members: members(extended) },
})
