import { mssps } from '#texts/why-us/mssps'
import { MsspPicture } from '../../pictures/segments/mssp'
import { SegmentPage } from '../../templates/segment'

export default function Mssps() {
  return <SegmentPage segment={mssps} picture={<MsspPicture />} />
}
