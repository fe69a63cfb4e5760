import { consultancies } from '../../content/why-us/consultancies'
import { ConsultancyPicture } from '../../pictures/segments'
import { SegmentPage } from '../../templates/segment'

export default function Consultancies() {
  return <SegmentPage segment={consultancies} picture={<ConsultancyPicture />} />
}
