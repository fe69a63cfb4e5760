import { complianceGovernance } from '#texts/programs/compliance-governance'
import { ControlMap } from '../../pictures/control-map'
import { PhaseBars } from '../../pictures/phase-bars'
import { ProgramPage } from '../../templates/program'

export default function ComplianceGovernance() {
  return <ProgramPage program={complianceGovernance} picture={<ControlMap />} figure={<PhaseBars />} />
}
