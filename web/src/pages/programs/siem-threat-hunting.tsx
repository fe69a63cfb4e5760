import { siemThreatHunting } from '#texts/programs/siem-threat-hunting'
import { DetectionTimeline } from '../../pictures/detection-timeline'
import { ProgramPage } from '../../templates/program'

export default function SiemThreatHunting() {
  return <ProgramPage program={siemThreatHunting} picture={<DetectionTimeline />} />
}
