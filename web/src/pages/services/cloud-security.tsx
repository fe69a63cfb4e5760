import { cloudSecurity } from '#texts/services/cloud-security'
import { PolicyChange } from '../../components/samples/policy-change'
import { LandingZone } from '../../pictures/landing-zone'
import { ServicePage } from '../../templates/service'

export default function CloudSecurity() {
  return <ServicePage service={cloudSecurity} picture={<LandingZone />} sample={<PolicyChange />} />
}
