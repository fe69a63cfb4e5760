import { boardPage } from '#texts/samples/board-page'
import { securityAwareness } from '#texts/services/security-awareness'
import { SampleTable } from '../../components/samples/sample-table'
import { ReportingRace } from '../../pictures/reporting-race'
import { ServicePage } from '../../templates/service'

export default function SecurityAwareness() {
  return (
    <ServicePage
      service={securityAwareness}
      picture={<ReportingRace />}
      sample={<SampleTable text={boardPage} />}
    />
  )
}
