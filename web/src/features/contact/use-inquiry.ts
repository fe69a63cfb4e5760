import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { EMPTY_INQUIRY, type FieldName, type InquiryValues } from './inquiry'
import { takePrefill } from './prefill'
import { type FieldErrors, sendInquiry } from './send'
import { readValues } from './typed-values'
import type { BotCheck } from './use-bot-check'
import { type Register, useFormEngine } from './use-form-engine'

interface Outcomes {
  onSent(reference: string | undefined): void
  onFailed(): void
  /** Fields were refused, here or by the server. */
  onRefused(): void
}

export interface Fields {
  register: Register
  errors: FieldErrors
}

export function useInquiry(
  formElement: RefObject<HTMLFormElement | null>,
  botCheck: BotCheck,
  outcomes: Outcomes,
) {
  const engine = useFormEngine()
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const idempotencyKey = useRef<string>(undefined)
  usePrefill(formElement)

  async function send(values: InquiryValues, token: string, form: UseFormReturn<InquiryValues> | undefined) {
    idempotencyKey.current ??= crypto.randomUUID()
    setSending(true)
    const result = await sendInquiry(values, token, idempotencyKey.current)
    setSending(false)
    botCheck.renew()
    if (result.ok) {
      idempotencyKey.current = undefined
      form?.reset(EMPTY_INQUIRY)
      formElement.current?.reset()
      outcomes.onSent(result.reference)
      return
    }
    outcomes.onFailed()
    const refused = Object.entries(result.fields) as [FieldName, string][]
    for (const [name, message] of refused) form?.setError(name, { type: 'server', message })
    if (!form) engine.setErrors(result.fields)
    if (refused.length > 0) outcomes.onRefused()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const token = botCheck.currentToken()
    if (busy.current || !token) return
    busy.current = true
    try {
      const form = await engine.prepare()
      // Without the rules, offline or after a release, the server decides alone, with the same messages.
      if (!form) await send(readValues(formElement.current), token, form)
      else await form.handleSubmit((values) => send(values, token, form), outcomes.onRefused)()
    } finally {
      busy.current = false
    }
  }

  return { engine, sending, submit }
}

/** What the visitor has typed before the page was ready wins over the link. */
function usePrefill(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    for (const [name, value] of Object.entries(takePrefill())) {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLInputElement && !control.value) control.value = value
    }
  }, [form])
}
