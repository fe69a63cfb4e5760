import { programTeamOf } from '../program-team'

export const programTeam = programTeamOf('Empfohlenes Team', 'Kernteam', 'Erweitertes Team')
