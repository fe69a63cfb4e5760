import { threatDetectionResponse } from '#texts/services/threat-detection-response'
import { CoverageMap } from '../../components/samples/coverage-map'
import { AttackPath } from '../../pictures/attack-path'
import { ServicePage } from '../../templates/service'

export default function ThreatDetectionResponse() {
  return <ServicePage service={threatDetectionResponse} picture={<AttackPath />} sample={<CoverageMap />} />
}
