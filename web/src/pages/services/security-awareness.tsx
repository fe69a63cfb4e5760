import { securityAwareness } from '../../content/services/security-awareness'
import { ReportingCurve } from '../../pictures/reporting-curve'
import { ServicePage } from '../../templates/service'

export default function SecurityAwareness() {
  return <ServicePage service={securityAwareness} picture={<ReportingCurve />} />
}
