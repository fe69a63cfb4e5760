import { terms } from '#texts/terms'
import { LegalPage } from '../templates/legal'

export default function Terms() {
  return <LegalPage page={terms} />
}
