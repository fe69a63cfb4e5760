import { consentTexts, form as texts } from '#texts/contact'
import { ui } from '#texts/nav'
import { ErrorText } from './fields'
import type { Fields } from './use-inquiry'

/** The labels are the exact texts whose digests are kept with the inquiry, hence no link inside them. */
export function ConsentFields(fields: Fields) {
  return (
    <div className="grid gap-8">
      <ConsentField name="consent" {...fields} />
      <ConsentField name="gdprConsent" {...fields} />
    </div>
  )
}

/** In a new tab, so that nothing typed so far is lost. */
function PrivacyPolicyLink() {
  return (
    <a
      className="link wrap-anywhere inline-block py-1 text-small"
      href={texts.privacyLink.href}
      target="_blank"
      rel="noopener"
    >
      {texts.privacyLink.label}
      <span className="sr-only">{` ${ui.newTab}`}</span>
    </a>
  )
}

interface Props extends Fields {
  name: keyof typeof consentTexts
}

function ConsentField({ name, register, errors }: Props) {
  const error = errors[name]
  return (
    <div>
      <div className="flex gap-3">
        <input
          {...register(name)}
          id={name}
          type="checkbox"
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${name}-error`}
          className="mt-0.5 size-6 shrink-0 accent-red-fill"
        />
        <label htmlFor={name} className="required text-small">
          {consentTexts[name]}
        </label>
      </div>
      <div className="pl-9">
        <ErrorText name={name} error={error} />
        {name === 'consent' && <PrivacyPolicyLink />}
      </div>
    </div>
  )
}
