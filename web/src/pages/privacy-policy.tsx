import { dayPattern, shortDate } from '#texts/dates'
import { privacyPolicy as page } from '#texts/privacy-policy'
import { useToday } from '../hydrated'
import { LegalPage } from '../templates/legal'

export default function PrivacyPolicy() {
  const today = useToday()
  return (
    <LegalPage page={page}>
      <p className="tabular">
        {`${page.lastUpdatedLabel}: `}
        <time dateTime={today} data-pattern={dayPattern}>
          {shortDate(today)}
        </time>
      </p>
    </LegalPage>
  )
}
