import { programTeamOf } from '../program-team'

export const programTeam = programTeamOf('Équipe recommandée', 'Noyau', 'Renfort')
