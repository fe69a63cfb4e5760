import { privacyPolicy as page } from '../content/privacy-policy'
import { useToday } from '../hydrated'
import { LegalPage } from '../templates/legal'

export default function PrivacyPolicy() {
  const today = useToday()
  return (
    <LegalPage page={page}>
      <p className="tabular">
        {`${page.lastUpdatedLabel}: `}
        <time dateTime={today}>{new Date(`${today}T00:00:00`).toLocaleDateString('en-GB')}</time>
      </p>
    </LegalPage>
  )
}
