import { threatIntelPlatform } from '#texts/programs/threat-intel-platform'
import { DataLake } from '../../pictures/data-lake'
import { ProgramPage } from '../../templates/program'

export default function ThreatIntelPlatform() {
  return <ProgramPage program={threatIntelPlatform} picture={<DataLake />} />
}
