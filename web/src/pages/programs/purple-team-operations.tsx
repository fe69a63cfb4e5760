import { purpleTeamOperations } from '#texts/programs/purple-team-operations'
import { PurpleLoop } from '../../pictures/purple-loop'
import { ProgramPage } from '../../templates/program'

export default function PurpleTeamOperations() {
  return <ProgramPage program={purpleTeamOperations} picture={<PurpleLoop />} />
}
