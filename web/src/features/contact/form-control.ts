import { createFormControl, type Resolver } from 'react-hook-form'
import type { FieldName, InquiryValues } from './inquiry'
import type { FieldErrors } from './send'

export type FormControl = ReturnType<typeof createFormControl<InquiryValues>>

/** react-hook-form without its hooks: it is loaded after the form is on the page, where no hook can be added. */
export function createInquiryForm(
  resolver: Resolver<InquiryValues>,
  onErrors: (errors: FieldErrors) => void,
): FormControl {
  const control = createFormControl<InquiryValues>({ resolver, shouldFocusError: false })
  control.subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) => onErrors(messagesOf(errors)),
  })
  return control
}

function messagesOf(errors: Partial<Record<FieldName, { message?: string }>>): FieldErrors {
  const messages = Object.entries(errors).map(([name, error]) => [name, error.message])
  return Object.fromEntries(messages)
}
