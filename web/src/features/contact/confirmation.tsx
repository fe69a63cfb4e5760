import { directContact, confirmation as texts } from '#texts/contact'
import { site } from '#texts/site'
import { CopyButton } from '../../components/ui/copy-button'
import { CallLine } from '../../components/ui/phone'
import { locale } from '../../content/languages'
import type { Receipt } from './submission'

interface Props {
  receipt: Receipt
  onAnother(): void
}

/** In the firm's time zone. */
const inWords = (time: Date) =>
  time.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: site.timeZone })

/** Replaces the form after a send. The toast disappears; this does not. */
export function Confirmation({ receipt, onAnother }: Props) {
  const { reference, answerDue, email, urgent } = receipt
  return (
    <section aria-labelledby="confirmation-heading" className="border-ice border-t-4">
      <h2 id="confirmation-heading" data-outcome="" tabIndex={-1} className="pt-5 outline-none">
        {texts.heading}
      </h2>
      {urgent && <CallLine className="mt-2" />}
      {reference && (
        <div className="mt-6 bg-mist px-5 py-5">
          <p className="label">{texts.reference}</p>
          <p id="reference" className="tabular mt-1 mb-3 font-bold text-h2 text-ink leading-tight">
            {reference}
          </p>
          <CopyButton value={reference} texts={texts.copy} source="reference" />
          <p className="mt-3 text-small">{texts.quote}</p>
        </div>
      )}
      <ul className="marked mt-6">
        <li>
          {texts.sentTo} <strong className="break-words text-ink">{email}</strong>. {texts.notThere}
        </li>
        <li>{texts.next}</li>
        {urgent && <li>{directContact.urgentNote}</li>}
        {answerDue ? (
          <li>{texts.answerBy.replace('{time}', inWords(answerDue))}</li>
        ) : (
          !urgent && <li>{texts.answer}</li>
        )}
      </ul>
      <button type="button" className="button button-plain mt-8" onClick={onAnother}>
        {texts.another}
      </button>
    </section>
  )
}
