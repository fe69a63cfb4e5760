import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { form as texts, toasts, withoutScripts } from '../../content/contact'
import { site } from '../../content/site'
import { unmuteControls } from '../../hydrated'
import { BOT_CHECK_STATUS_ID, BotCheckStatus, inquiryMailLink } from './bot-check-status'
import { Challenge } from './challenge/challenge'
import { ConsentFields } from './consent-fields'
import { ErrorSummary } from './error-summary'
import { InquiryFields } from './inquiry-fields'
import { PersonFields } from './person-fields'
import { type ToastMessage, Toasts } from './toast'
import { readValues } from './typed-values'
import { useBotCheck } from './use-bot-check'
import { useInquiry } from './use-inquiry'

export function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [toast, setToast] = useState<ToastMessage>()
  const show = (kind: ToastMessage['kind'], content: ReactNode) =>
    setToast((previous) => ({ id: (previous?.id ?? 0) + 1, kind, content }))
  const [refusals, setRefusals] = useState(0)
  const [reference, setReference] = useState<string>()
  const botCheck = useBotCheck()
  const { register, errors, load, sending, submit } = useInquiry(form, botCheck, {
    onSent(given) {
      setReference(given)
      show('success', toasts.success)
    },
    onFailed: () => show('error', <FailureText href={inquiryMailLink(readValues(form.current))} />),
    onRefused: () => setRefusals((count) => count + 1),
  })
  const fields = { register, errors }
  // The parts below hydrate one by one: a key in one waits only for that part.
  useEffect(unmuteControls, [])
  const locked = botCheck.state !== 'ready' || sending

  return (
    <>
      <noscript>
        <NoScriptNote />
      </noscript>
      <div className="hidden failed:block">
        <NoScriptNote />
      </div>
      <form
        ref={form}
        noValidate
        aria-labelledby="inquiry-heading"
        className="noscript:hidden failed:hidden"
        onSubmit={submit}
        onFocus={load}
      >
        <h2 id="inquiry-heading">{texts.heading}</h2>
        <p className="mt-4 mb-8">{texts.requiredNote}</p>
        <ErrorSummary errors={errors} refusals={refusals} />
        <Part legend={texts.legend.person}>
          <PersonFields {...fields} />
        </Part>
        <Part legend={texts.legend.inquiry}>
          <InquiryFields {...fields} form={form} />
        </Part>
        <Part legend={texts.legend.consent}>
          <ConsentFields {...fields} />
        </Part>
        <Challenge ref={botCheck.challenge} {...botCheck.events} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          {/* Natively disabled before the first token, so that no script-less submit can happen; later only
              marked as disabled, so that the focus stays on it. */}
          <button
            ref={button}
            type="submit"
            className="button aria-disabled:cursor-not-allowed aria-disabled:bg-muted aria-disabled:text-paper"
            disabled={!botCheck.everReady}
            aria-disabled={locked}
            aria-describedby={BOT_CHECK_STATUS_ID}
          >
            {sending ? texts.submitting : texts.submit}
          </button>
          <BotCheckStatus botCheck={botCheck} form={form} />
        </div>
        {reference && <Received reference={reference} />}
      </form>
      <Toasts toast={toast} onClose={() => closeToast(setToast, button.current)} />
    </>
  )
}

/** Keeps the focus on the page when the focused toast is removed. */
function closeToast(setToast: (toast: undefined) => void, button: HTMLButtonElement | null) {
  if (document.activeElement?.closest('[data-toast]')) button?.focus()
  setToast(undefined)
}

function Part({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="mb-12 min-w-0 border-ink border-t-2 pt-4">
      <legend className="float-left mb-5 w-full font-bold text-h3 text-ink">{legend}</legend>
      <div className="clear-both">
        <Suspense>{children}</Suspense>
      </div>
    </fieldset>
  )
}

/** Below the button. Unlike the toast, it does not disappear. */
function Received({ reference }: { reference: string }) {
  return (
    <section aria-labelledby="received-heading" className="mt-6 border-4 border-ice px-5 py-5">
      <h3 id="received-heading">{texts.reference.heading}</h3>
      <p className="mt-2">
        {texts.reference.text} <strong className="tabular text-ink">{reference}</strong>
      </p>
    </section>
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

function NoScriptNote() {
  return (
    <section className="border-4 border-edge px-5 py-5">
      <h2 className="text-h3">{withoutScripts.heading}</h2>
      <p className="mt-2">{withoutScripts.text}</p>
      <p className="mt-3">
        <a className="link" href={`mailto:${site.email}`}>
          {site.email}
        </a>
      </p>
    </section>
  )
}
