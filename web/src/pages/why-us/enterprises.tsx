import { enterprises } from '#texts/why-us/enterprises'
import { EnterprisePicture } from '../../pictures/segments/enterprise'
import { SegmentPage } from '../../templates/segment'

export default function Enterprises() {
  return <SegmentPage segment={enterprises} picture={<EnterprisePicture />} />
}
