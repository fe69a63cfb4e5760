import { partners } from '#texts/why-us/partners'
import { PartnerPicture } from '../../pictures/segments/partner'
import { SegmentPage } from '../../templates/segment'

export default function Partners() {
  return <SegmentPage segment={partners} picture={<PartnerPicture />} />
}
