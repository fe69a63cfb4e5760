import { type FocusEvent, startTransition, useRef, useState } from 'react'
import { emailHelp, fields } from '#texts/contact'
import countriesUrl from '#texts/countries.txt?url&no-inline'
import { Field } from './fields'
import type { Fields } from './use-inquiry'

const HALVES = 'grid gap-x-8 gap-y-6 md:grid-cols-2'

export function PersonFields({ register, errors }: Fields) {
  return (
    <div className={HALVES}>
      <Field name="firstName" text={fields.firstName} error={errors.firstName}>
        {(control) => <input {...control} {...register('firstName')} type="text" autoComplete="given-name" />}
      </Field>
      <Field name="lastName" text={fields.lastName} error={errors.lastName}>
        {(control) => <input {...control} {...register('lastName')} type="text" autoComplete="family-name" />}
      </Field>
      <Field name="company" text={fields.company} error={errors.company} className="md:col-span-2">
        {(control) => <input {...control} {...register('company')} type="text" autoComplete="organization" />}
      </Field>
      <EmailField {...{ register, errors }} />
      <Field name="phone" text={fields.phone} error={errors.phone} optional>
        {(control) => (
          <input {...control} {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
        )}
      </Field>
      <CountryField register={register} errors={errors} />
    </div>
  )
}

/** Below an error stands an example, or what was probably meant, which a press enters. */
function EmailField({ register, errors }: Fields) {
  const [meant, setMeant] = useState<string>()
  const { onBlur, ...registered } = register('email')
  // Once the control is left: half an address looks like an error.
  const judge = (event: FocusEvent<HTMLInputElement>) => {
    const { value } = event.target
    onBlur?.(event)
    import('./rules').then(({ suggestedAddress }) => setMeant(suggestedAddress(value))).catch(() => {})
  }
  const enter = () => {
    const target = document.getElementById('email') as HTMLInputElement
    target.value = meant ?? ''
    registered.onChange?.({ target, type: 'change' })
    target.dispatchEvent(new Event('input', { bubbles: true }))
    setMeant(undefined)
    target.focus()
  }
  const note = (
    <p id="email-note" role="status" className="text-small">
      {meant ? (
        <button type="button" className="link cursor-pointer break-words py-2 text-left" onClick={enter}>
          {emailHelp.meant.replace('{address}', meant)}
        </button>
      ) : (
        errors.email && emailHelp.example
      )}
    </p>
  )
  return (
    <Field name="email" text={fields.email} error={errors.email} className="md:col-span-2" note={note}>
      {(control) => (
        <input
          {...control}
          {...registered}
          onBlur={judge}
          onInput={() => setMeant(undefined)}
          // Of a control of the type `email`, a browser gives the domain as it maps it, perhaps to another one.
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}

/**
 * Suggests CLDR's English names, fetched on the first focus; other text is accepted as well. `Intl.DisplayNames` is not
 * used: it blocks the page while the browser reads the names from disk.
 */
function CountryField({ register, errors }: Fields) {
  const [names, setNames] = useState<string[]>([])
  const asked = useRef(false)
  const suggest = async () => {
    if (asked.current) return
    asked.current = true
    try {
      const answer = await fetch(countriesUrl)
      if (!answer.ok) throw new Error(`the names were answered with ${answer.status}`)
      const text = await answer.text()
      startTransition(() => setNames(text.trim().split('\n')))
    } catch {
      asked.current = false
    }
  }
  return (
    <Field name="country" text={fields.country} error={errors.country} optional>
      {(control) => (
        <>
          <input
            {...control}
            {...register('country')}
            type="text"
            autoComplete="country-name"
            list="country-names"
            onFocus={suggest}
          />
          <datalist id="country-names">
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
