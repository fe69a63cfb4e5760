import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { InquiryValues } from './inquiry'
import type { FieldErrors } from './send'
import { readSigns, type Signs } from './spam-signs'
import { sendAndRecord, submission } from './submission'
import { readValues } from './typed-values'
import type { BotCheck } from './use-bot-check'
import { type Register, useFormControl } from './use-form-control'
import { useRememberedValues } from './use-remembered-values'

/** The longest wait for the rules after the visitor presses the button. */
const RULES_TIMEOUT_MS = 8_000

interface Outcomes {
  onSent(): void
  onFailed(values: InquiryValues): void
  /** The rules or the server refused fields. */
  onRefused(): void
  /** The button was pressed while the bot check has no token. */
  onLocked(): void
}

export interface Fields {
  register: Register
  errors: FieldErrors
}

export function useInquiry(form: RefObject<HTMLFormElement | null>, botCheck: BotCheck, outcomes: Outcomes) {
  const { register, errors, load, showErrors, reset } = useFormControl(form)
  const { phase } = submission.use()
  useRememberedValues(form)
  useReadOnly(form, phase === 'sending')
  useReset(phase, reset)

  async function send(values: InquiryValues, token: string, signs: Signs) {
    const result = await sendAndRecord(values, token, signs)
    botCheck.renew()
    if (result.ok) return outcomes.onSent()
    outcomes.onFailed(values)
    showErrors(result.fields)
    if (Object.keys(result.fields).length > 0) outcomes.onRefused()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (submission.get().phase === 'sending') return
    if (!botCheck.currentToken()) return outcomes.onLocked()
    const element = event.currentTarget
    const signs = readSigns(element)
    submission.set({ phase: 'sending' })
    try {
      const control = await Promise.race([load(), nothingAfter(RULES_TIMEOUT_MS)])
      const token = botCheck.currentToken()
      if (!token) return outcomes.onLocked()
      const attempt = () => send(readValues(element), token, signs)
      // Without the rules (offline, or removed by a deployment) the server alone validates, with the same messages.
      if (!control) await attempt()
      else await control.handleSubmit(attempt, outcomes.onRefused)()
    } finally {
      if (submission.get().phase === 'sending') submission.set({ phase: 'editing' })
    }
  }

  return { register, errors, load, phase, submit }
}

const nothingAfter = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))

/** Success clears text typed during a send. Read-only rather than disabled: a disabled field loses the focus. */
function useReadOnly(form: RefObject<HTMLFormElement | null>, readOnly: boolean) {
  useLayoutEffect(() => {
    for (const control of form.current?.elements ?? []) if ('readOnly' in control) control.readOnly = readOnly
  }, [form, readOnly])
}

/** Empties the form and moves the focus to the confirmation. In an effect: the visitor may have left and returned since the send began, so that this is another form. */
function useReset(phase: string, reset: () => void) {
  const last = useRef(phase)
  useEffect(() => {
    if (last.current === 'sending' && phase === 'sent') {
      reset()
      const outcome = document.querySelector<HTMLElement>('[data-outcome]')
      outcome?.focus()
      // Away from the toast at the bottom of the screen.
      outcome?.scrollIntoView()
    }
    last.current = phase
  }, [phase, reset])
}
