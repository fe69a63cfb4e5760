import type { RefObject } from 'react'
import { OutLink } from '../../components/ui/links'
import { CallLine } from '../../components/ui/phone'
import { incident as texts } from '../../content/contact'
import { isUrgent } from './inquiry'
import { useTypedValues } from './typed-values'

interface Props {
  form: RefObject<HTMLFormElement | null>
}

/** A call helps faster than a form. The call and the first steps are announced when they appear; the duties can wait. */
export function IncidentPanel({ form }: Props) {
  const urgent = isUrgent(useTypedValues(form))
  return (
    <div className={urgent ? 'mt-4 border-4 border-red px-5 py-5' : ''}>
      <div role="status">
        {urgent && (
          <>
            <CallLine className="font-bold text-ink" text={texts.call} />
            <p className="mt-2">{texts.urgent}</p>
            <p className="mt-4 font-bold text-ink">{texts.heading}</p>
            <ol className="marked mt-2 text-small">
              {texts.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </div>
      {urgent && (
        <>
          <p className="mt-4 font-bold text-ink">{texts.reportsHeading}</p>
          <ul className="marked mt-2 text-small">
            {texts.reports.map(({ text, sources }) => (
              <li key={text}>
                {text}
                {sources.map(({ label, url }) => (
                  <span key={url}>
                    {' '}
                    <OutLink url={url}>{label}</OutLink>
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
