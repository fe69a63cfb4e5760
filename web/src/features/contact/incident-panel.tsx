import type { RefObject } from 'react'
import { incident as texts } from '../../content/contact'
import { isUrgent } from './inquiry'
import { phoneHref } from './phone-href'
import { useTypedValues } from './typed-values'

interface Props {
  form: RefObject<HTMLFormElement | null>
  phone: string
}

/** A call helps faster than a form. Announced when it appears. */
export function IncidentPanel({ form, phone }: Props) {
  const urgent = isUrgent(useTypedValues(form))
  return (
    <div role="status">
      {urgent && (
        <div className="mt-4 border-4 border-red px-5 py-5">
          <p className="font-bold text-ink">
            {texts.call}{' '}
            <a className="link" href={phoneHref(phone)}>
              {phone}
            </a>
          </p>
          <p className="mt-2">{texts.urgent}</p>
          <p className="mt-4 font-bold text-ink">{texts.heading}</p>
          <ol className="marked mt-2 text-small">
            {texts.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
