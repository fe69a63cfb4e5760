import { consultancies } from '#texts/why-us/consultancies'
import { ConsultancyPicture } from '../../pictures/segments/consultancy'
import { SegmentPage } from '../../templates/segment'

export default function Consultancies() {
  return <SegmentPage segment={consultancies} picture={<ConsultancyPicture />} />
}
