import { programTeamOf } from '../program-team'

export const programTeam = programTeamOf('Recommended team', 'Core members', 'Extended members')
