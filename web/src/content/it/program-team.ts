import { programTeamOf } from '../program-team'

export const programTeam = programTeamOf('Team consigliato', 'Membri principali', 'Membri aggiunti')
