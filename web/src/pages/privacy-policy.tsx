import { privacyPolicy as page } from '../content/privacy-policy'
import { useToday } from '../hydrated'
import { LegalPage } from '../templates/legal'

/** 2026-11-22 as 22/11/2026, as en-GB writes it. `Intl` would load its tables for that, which takes 20 ms. */
const inBritishOrder = (day: string) => day.split('-').reverse().join('/')

export default function PrivacyPolicy() {
  const today = useToday()
  return (
    <LegalPage page={page}>
      <p className="tabular">
        {`${page.lastUpdatedLabel}: `}
        <time dateTime={today}>{inBritishOrder(today)}</time>
      </p>
    </LegalPage>
  )
}
