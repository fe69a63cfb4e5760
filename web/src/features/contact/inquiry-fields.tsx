import { type RefObject, useRef } from 'react'
import { fieldLimits } from '../../content/constants'
import { contactReasons, fields, programOptions, form as texts } from '../../content/contact'
import { incidentPhone } from '../../content/site'
import type { SelectOption } from '../../content/types'
import { Field } from './fields'
import { IncidentPanel } from './incident-panel'
import { useTypedValues } from './typed-values'
import type { Fields } from './use-inquiry'

interface Props extends Fields {
  form: RefObject<HTMLFormElement | null>
}

export function InquiryFields({ form, register, errors }: Props) {
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <div className="md:col-span-2">
        <Field name="contactReason" text={fields.contactReason} error={errors.contactReason}>
          {(control) => (
            <select {...control} {...register('contactReason')}>
              <Options empty={texts.choose} options={contactReasons} />
            </select>
          )}
        </Field>
        {incidentPhone && <IncidentPanel form={form} phone={incidentPhone} />}
      </div>
      <Field name="program" text={fields.program} error={errors.program} optional>
        {(control) => (
          <select {...control} {...register('program')}>
            <Options empty={texts.noProgram} options={programOptions} />
          </select>
        )}
      </Field>
      <Field
        name="desiredConsultants"
        text={fields.desiredConsultants}
        error={errors.desiredConsultants}
        optional
      >
        {(control) => (
          <select {...control} {...register('desiredConsultants')}>
            <Options empty={texts.choose} options={CONSULTANTS} />
          </select>
        )}
      </Field>
      <Field
        name="message"
        text={fields.message}
        error={errors.message}
        className="md:col-span-2"
        note={<CharactersLeft form={form} />}
      >
        {(control) => <textarea {...control} {...register('message')} rows={8} />}
      </Field>
    </div>
  )
}

const CONSULTANTS = Array.from({ length: fieldLimits.consultantsMaximum }, (_, index) => {
  const count = String(index + fieldLimits.consultantsMinimum)
  return { value: count, label: count }
})

function Options({ empty, options }: { empty: string; options: readonly SelectOption<string>[] }) {
  return (
    <>
      <option value="">{empty}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  )
}

function CharactersLeft({ form }: Pick<Props, 'form'>) {
  const { message } = useTypedValues(form)
  const left = fieldLimits.message - message.trim().length
  const excess = left < 0
  const text = `${Math.abs(left)} ${excess ? texts.tooMany(-left) : texts.charactersLeft(left)}`
  const announced = useRef('')
  // Only the first text beyond the limit: the next key must not be interrupted by the next number.
  announced.current = excess ? announced.current || text : ''
  return (
    <>
      <p
        id="message-note"
        data-excess={excess || undefined}
        className="tabular mt-1 text-muted text-small data-excess:font-bold data-excess:text-red"
      >
        {text}
      </p>
      <p role="status" className="sr-only">
        {announced.current}
      </p>
    </>
  )
}
