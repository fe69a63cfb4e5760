import { smes } from '#texts/why-us/smes'
import { SmePicture } from '../../pictures/segments/sme'
import { SegmentPage } from '../../templates/segment'

export default function Smes() {
  return <SegmentPage segment={smes} picture={<SmePicture />} />
}
