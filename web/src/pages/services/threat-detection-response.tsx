import { CoverageMap } from '../../components/samples/coverage-map'
import { threatDetectionResponse } from '../../content/services/threat-detection-response'
import { AttackPath } from '../../pictures/attack-path'
import { ServicePage } from '../../templates/service'

export default function ThreatDetectionResponse() {
  return <ServicePage service={threatDetectionResponse} picture={<AttackPath />} sample={<CoverageMap />} />
}
