import { startups } from '#texts/why-us/startups'
import { StartupPicture } from '../../pictures/segments/startup'
import { SegmentPage } from '../../templates/segment'

export default function Startups() {
  return <SegmentPage segment={startups} picture={<StartupPicture />} />
}
