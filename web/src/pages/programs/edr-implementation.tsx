import { edrImplementation } from '#texts/programs/edr-implementation'
import { EndpointGrid } from '../../pictures/endpoint-grid'
import { ProgramPage } from '../../templates/program'

export default function EdrImplementation() {
  return <ProgramPage program={edrImplementation} picture={<EndpointGrid />} />
}
