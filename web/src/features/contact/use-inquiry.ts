import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { InquiryValues } from './inquiry'
import { takePrefill } from './prefill'
import { type FieldErrors, sendInquiry, toInquiry } from './send'
import { readValues } from './typed-values'
import type { BotCheck } from './use-bot-check'
import { type Register, useFormControl } from './use-form-control'

/** The longest wait for the rules after the visitor presses the button. */
const RULES_TIMEOUT_MS = 8_000

interface Outcomes {
  onSent(reference: string | undefined): void
  onFailed(): void
  /** The rules or the server refused fields. */
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
  const { register, errors, load, showErrors, reset } = useFormControl(formElement)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const keys = useRef(new Map<string, string>())
  usePrefill(formElement)
  useReadOnly(formElement, sending)

  /** One key per wording: the server answers a known key without reading the inquiry again. */
  function idempotencyKey(values: InquiryValues): string {
    const inquiry = JSON.stringify(toInquiry(values))
    const key = keys.current.get(inquiry) ?? crypto.randomUUID()
    keys.current.set(inquiry, key)
    return key
  }

  async function send(token: string) {
    const values = readValues(formElement.current)
    setSending(true)
    const result = await sendInquiry(values, token, idempotencyKey(values))
    setSending(false)
    botCheck.renew()
    if (result.ok) {
      keys.current.clear()
      reset()
      outcomes.onSent(result.reference)
      return
    }
    outcomes.onFailed()
    showErrors(result.fields)
    if (Object.keys(result.fields).length > 0) outcomes.onRefused()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy.current || !botCheck.currentToken()) return
    busy.current = true
    try {
      const control = await Promise.race([load(), nothingAfter(RULES_TIMEOUT_MS)])
      const token = botCheck.currentToken()
      if (!token) return
      // Without the rules (offline, or removed by a deployment) the server alone validates, with the same messages.
      if (!control) await send(token)
      else await control.handleSubmit(() => send(token), outcomes.onRefused)()
    } finally {
      busy.current = false
    }
  }

  return { register, errors, load, sending, submit }
}

const nothingAfter = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))

/** Success clears text typed during a send. Read-only rather than disabled: a disabled field loses the focus. */
function useReadOnly(form: RefObject<HTMLFormElement | null>, readOnly: boolean) {
  useLayoutEffect(() => {
    for (const control of form.current?.elements ?? []) if ('readOnly' in control) control.readOnly = readOnly
  }, [form, readOnly])
}

/** Text that the visitor typed before hydration takes precedence over the link. */
function usePrefill(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    for (const [name, value] of Object.entries(takePrefill())) {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLInputElement && !control.value) control.value = value
    }
  }, [form])
}
