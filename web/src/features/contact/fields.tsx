import type { ReactNode } from 'react'
import { form } from '#texts/contact'
import type { FieldText } from '../../content/types'
import type { FieldName } from './inquiry'

/** What a control needs so that its label, hint and error are read with it. */
interface ControlProps {
  id: FieldName
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  className: string
}

const CONTROL =
  'block w-full min-h-12 border border-edge bg-paper px-3.5 py-2.5 text-base text-ink aria-invalid:border-2 aria-invalid:border-red'

interface FieldProps {
  name: FieldName
  text: FieldText
  error: string | undefined
  optional?: boolean
  className?: string
  /** Shown below the control and read after its hint; its id is `{name}-note`. */
  note?: ReactNode
  children(control: ControlProps): ReactNode
}

export function Field({ name, text, error, optional = false, className, note, children }: FieldProps) {
  const describedBy = [
    text.hint && `${name}-hint`,
    error && `${name}-error`,
    note !== undefined && `${name}-note`,
  ]
  return (
    <div className={`flex flex-col ${className ?? ''}`}>
      <label htmlFor={name} className={`block font-bold text-ink ${optional ? '' : 'required'}`}>
        {text.label}
        {optional && <span className="font-normal text-muted"> {form.optional}</span>}
      </label>
      {text.hint && (
        <p id={`${name}-hint`} className="text-muted text-small">
          {text.hint}
        </p>
      )}
      <ErrorText name={name} error={error} />
      <div className="mt-auto pt-2">
        {children({
          id: name,
          'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': optional ? undefined : true,
          className: CONTROL,
        })}
      </div>
      {note}
    </div>
  )
}

export function ErrorText({ name, error }: { name: FieldName; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${name}-error`} className="mt-1 font-bold text-red text-small">
      <span className="sr-only">{form.errorPrefix} </span>
      {error}
    </p>
  )
}
