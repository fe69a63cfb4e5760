import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { EMPTY_INQUIRY, type FieldName, type InquiryValues } from './inquiry'
import { takePrefill } from './prefill'
import { type FieldErrors, sendInquiry, toInquiry } from './send'
import { readValues } from './typed-values'
import type { BotCheck } from './use-bot-check'
import { type Register, useFormEngine } from './use-form-engine'

/** A visitor who has pressed the button waits no longer than this for the rules. */
const RULES_TIMEOUT_MS = 8_000

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
  const keys = useRef(new Map<string, string>())
  usePrefill(formElement)
  useReadOnly(formElement, sending)

  /** The same for the same words sent again, and only for them: the server answers a known key without reading on. */
  function idempotencyKey(values: InquiryValues): string {
    const inquiry = JSON.stringify(toInquiry(values))
    const key = keys.current.get(inquiry) ?? crypto.randomUUID()
    keys.current.set(inquiry, key)
    return key
  }

  async function send(values: InquiryValues, token: string) {
    setSending(true)
    const result = await sendInquiry(values, token, idempotencyKey(values))
    setSending(false)
    botCheck.renew()
    // As it is by now: the rules may have come while the server decided.
    const form = engine.form.current
    if (result.ok) {
      keys.current.clear()
      form?.reset(EMPTY_INQUIRY)
      formElement.current?.reset()
      engine.setErrors({})
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
    if (busy.current || !botCheck.currentToken()) return
    busy.current = true
    try {
      const form = await Promise.race([engine.prepare(), nothingAfter(RULES_TIMEOUT_MS)])
      const token = botCheck.currentToken()
      if (!token) return
      // Without the rules, offline or after a release, the server decides alone, with the same messages.
      if (!form) await send(readValues(formElement.current), token)
      else await form.handleSubmit((values) => send(values, token), outcomes.onRefused)()
    } finally {
      busy.current = false
    }
  }

  return { engine, sending, submit }
}

const nothingAfter = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))

/** What is typed during a send would vanish with its success. Disabled fields would lose the focus. */
function useReadOnly(form: RefObject<HTMLFormElement | null>, readOnly: boolean) {
  useLayoutEffect(() => {
    for (const control of form.current?.elements ?? []) if ('readOnly' in control) control.readOnly = readOnly
  }, [form, readOnly])
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
