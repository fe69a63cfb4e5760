import { securityAwareness } from '#texts/services/security-awareness'
import { ReportingRace } from '../../pictures/reporting-race'
import { ServicePage } from '../../templates/service'

export default function SecurityAwareness() {
  return <ServicePage service={securityAwareness} picture={<ReportingRace />} />
}
