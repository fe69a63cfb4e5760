import { type RefObject, useRef } from 'react'
import { fields, form as texts } from '#texts/contact'
import { fieldLimits } from '../../content/constants'
import type { FieldText } from '../../content/types'
import { Field } from './fields'
import { IncidentPanel } from './incident-panel'
import { useTypedValues } from './typed-values'
import type { Fields } from './use-inquiry'

interface Props extends Fields {
  form: RefObject<HTMLFormElement | null>
}

export function InquiryFields({ form, ...shared }: Props) {
  const { register, errors } = shared
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <div className="md:col-span-2">
        <Choice {...shared} name="contactReason" empty={texts.choose} />
        <IncidentPanel form={form} />
      </div>
      <Choice {...shared} name="program" empty={texts.noProgram} optional />
      <Choice {...shared} name="desiredConsultants" empty={texts.choose} options={CONSULTANTS} optional />
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

interface ChoiceProps extends Fields {
  name: keyof typeof fields
  empty: string
  options?: FieldText['options']
  optional?: boolean
}

function Choice({ name, empty, options, optional = false, register, errors }: ChoiceProps) {
  const text: FieldText = fields[name]
  return (
    <Field name={name} text={text} error={errors[name]} optional={optional}>
      {(control) => (
        <select {...control} {...register(name)}>
          <option value="">{empty}</option>
          {(options ?? text.options)?.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function CharactersLeft({ form }: Pick<Props, 'form'>) {
  const { message } = useTypedValues(form)
  const left = fieldLimits.message - message.trim().length
  const excess = left < 0
  const words = excess ? texts.tooMany : texts.charactersLeft
  const text = `${Math.abs(left)} ${Math.abs(left) === 1 ? words.one : words.other}`
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
