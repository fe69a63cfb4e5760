import { type ReactNode, type Ref, Suspense, useEffect, useReducer, useRef, useState } from 'react'
import { confirmation, form as texts, toasts } from '#texts/contact'
import { site } from '#texts/site'
import { useHydrated } from '../../hydrated'
import { BOT_CHECK_STATUS_ID, BotCheckStatus } from './bot-check-status'
import { Challenge } from './challenge/challenge'
import { Confirmation } from './confirmation'
import { ConsentFields } from './consent-fields'
import { ErrorSummary } from './error-summary'
import { InquiryFields } from './inquiry-fields'
import { inquiryMailLink } from './mail-actions'
import { NotSent } from './not-sent'
import { PersonFields } from './person-fields'
import { takeOver, unmuteControls } from './prerendered-form'
import { NoScriptNote, ScriptsFailedNote } from './script-notes'
import { restartClock, SpamSigns } from './spam-signs'
import { submission } from './submission'
import { mountToasts, showToast } from './toast'
import { useBotCheck } from './use-bot-check'
import { useInquiry } from './use-inquiry'

const count = (times: number) => times + 1

export function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [refusals, countRefusal] = useReducer(count, 0)
  const [presses, setPresses] = useState(0)
  const [silent, setSilent] = useState(false)
  const botCheck = useBotCheck()
  const { register, errors, load, phase, submit } = useInquiry(form, botCheck, {
    onSent() {
      setPresses(0)
      showToast('success', toasts.success)
    },
    onFailed(values) {
      setPresses(0)
      showToast('error', <FailureText href={inquiryMailLink(values)} />)
    },
    onRefused: countRefusal,
    onLocked() {
      setSilent(false)
      setPresses(count)
    },
  })
  const fields = { register, errors }
  const state = submission.use()
  // The parts below hydrate one by one: a key in one waits only for that part.
  useEffect(unmuteControls, [])
  useEffect(mountToasts, [])
  const sending = phase === 'sending'
  const locked = botCheck.state !== 'ready' || sending
  const receipt = state.phase === 'sent' ? state.receipt : undefined
  const startAnother = () => {
    submission.set({ phase: 'editing' })
    restartClock()
    // The form is hidden until React has rendered.
    setTimeout(() => heading.current?.focus())
  }

  return (
    <>
      <NoScriptNote />
      <ScriptsFailedNote role="alert" />
      <p role="status" className="sr-only">
        {receipt?.reference && `${confirmation.reference}: ${receipt.reference}`}
      </p>
      {receipt && <Confirmation receipt={receipt} onAnother={startAnother} />}
      <form
        ref={form}
        hidden={receipt !== undefined}
        noValidate
        aria-labelledby="inquiry-heading"
        className="noscript:hidden"
        onSubmit={(event) => {
          // The button that was pressed may disappear.
          if (document.activeElement?.closest('[data-not-sent]')) button.current?.focus()
          setSilent(true)
          submit(event)
        }}
        onInput={() => setSilent(false)}
        onFocus={load}
      >
        <h2 ref={heading} id="inquiry-heading" tabIndex={-1} className="outline-none">
          {texts.heading}
        </h2>
        <p className="mt-4 mb-8">{texts.requiredNote}</p>
        <ErrorSummary errors={errors} refusals={refusals} />
        <Part legend={texts.legend.person}>
          <PersonFields {...fields} />
        </Part>
        <SpamSigns />
        <Part legend={texts.legend.inquiry}>
          <InquiryFields {...fields} form={form} />
        </Part>
        <Part legend={texts.legend.consent}>
          <ConsentFields {...fields} />
        </Part>
        <Challenge ref={botCheck.challenge} {...botCheck.events} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 failed:hidden">
          <SendButton ref={button} sending={sending} locked={locked} />
          <BotCheckStatus {...{ botCheck, form, sending, silent, presses }} />
        </div>
        <NotSent shown={phase === 'failed'} locked={locked} form={form} />
        <ScriptsFailedNote />
      </form>
    </>
  )
}

interface SendButtonProps {
  ref: Ref<HTMLButtonElement>
  sending: boolean
  locked: boolean
}

/**
 * Natively disabled before hydration, so that no script-less submit can happen; later only marked as disabled, so that
 * it keeps the focus and says why when it is pressed. A separate component, so that a change does not render the whole
 * form.
 */
function SendButton({ ref, sending, locked }: SendButtonProps) {
  return (
    <button
      ref={ref}
      type="submit"
      data-outcome=""
      className="button"
      disabled={!useHydrated()}
      aria-disabled={locked}
      aria-describedby={BOT_CHECK_STATUS_ID}
    >
      {sending ? texts.submitting : texts.submit}
    </button>
  )
}

function Part({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="mb-12 min-w-0 border-ink border-t-2 pt-4">
      <legend className="float-left mb-5 w-full font-bold text-h3 text-ink">{legend}</legend>
      <Suspense>
        <div ref={takeOver} className="clear-both">
          {children}
        </div>
      </Suspense>
    </fieldset>
  )
}

function FailureText({ href }: { href: string }) {
  const before = toasts.failure.slice(0, -site.email.length)
  return (
    <>
      {before}
      <a className="link break-words" href={href}>
        {site.email}
      </a>
    </>
  )
}
