import { devsecops } from '#texts/services/devsecops'
import { Pipeline } from '../../pictures/pipeline'
import { ServicePage } from '../../templates/service'

export default function DevSecOps() {
  return <ServicePage service={devsecops} picture={<Pipeline />} />
}
