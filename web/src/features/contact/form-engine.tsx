import { useEffect, useRef } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { InquiryValues } from './inquiry'
import type { FieldErrors } from './send'

export interface EngineProps {
  onReady(form: UseFormReturn<InquiryValues>): void
  onErrors(errors: FieldErrors): void
}

/**
 * The form's state, a script of its own for the moment in which the visitor enters the form. It names no
 * default values: it takes over from the controls what they hold by then.
 */
export function FormEngine({ rules, onReady, onErrors }: EngineProps & { rules: Resolver<InquiryValues> }) {
  const form = useForm<InquiryValues>({ resolver: rules, shouldFocusError: false })
  const { errors } = form.formState
  useEffect(() => onReady(form), [form, onReady])
  const told = useRef(errors)
  useEffect(() => {
    // It has found nothing yet; what the server found before it came stays.
    if (told.current === errors) return
    told.current = errors
    const messages = Object.entries(errors).map(([name, error]) => [name, error?.message])
    onErrors(Object.fromEntries(messages))
  }, [errors, onErrors])
  return null
}
