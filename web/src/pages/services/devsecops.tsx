import { pullRequestFinding } from '#texts/samples/pull-request-finding'
import { devsecops } from '#texts/services/devsecops'
import { SampleTable } from '../../components/samples/sample-table'
import { Pipeline } from '../../pictures/pipeline'
import { ServicePage } from '../../templates/service'

export default function DevSecOps() {
  return (
    <ServicePage
      service={devsecops}
      picture={<Pipeline />}
      sample={<SampleTable text={pullRequestFinding} />}
    />
  )
}
