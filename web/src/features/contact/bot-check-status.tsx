import type { RefObject } from 'react'
import { fields, botCheck as texts } from '../../content/contact'
import { site } from '../../content/site'
import type { InquiryValues } from './inquiry'
import { mailLink } from './mail-link'
import { useTypedValues } from './typed-values'
import type { BotCheck } from './use-bot-check'

/** What the submit button refers to as its description. */
export const BOT_CHECK_STATUS_ID = 'bot-check-status'

interface Props {
  botCheck: BotCheck
  form: RefObject<HTMLFormElement | null>
}

/** Says next to the button why it is locked, and offers a mail link when the bot check fails. */
export function BotCheckStatus({ botCheck: { state, unavailable }, form }: Props) {
  // A check that waits for the visitor is running.
  const cannotRun = unavailable && state !== 'widget'
  return (
    <div role="status" className={cannotRun ? 'basis-full' : 'max-w-md'}>
      {cannotRun ? (
        <MailFallback form={form} />
      ) : (
        <p className="text-muted text-small">
          <span id={BOT_CHECK_STATUS_ID}>{texts[state]}</span>
          {unavailable && (
            <>
              {' '}
              <MailLink form={form} className="link" />
            </>
          )}
        </p>
      )}
    </div>
  )
}

function MailLink({ form, className }: Pick<Props, 'form'> & { className: string }) {
  const values = useTypedValues(form)
  return (
    <a className={className} href={inquiryMailLink(values)}>
      {texts.unavailable.mailLink}
    </a>
  )
}

function MailFallback({ form }: Pick<Props, 'form'>) {
  return (
    <section aria-labelledby={BOT_CHECK_STATUS_ID} className="border-4 border-edge px-5 py-5">
      <h3 id={BOT_CHECK_STATUS_ID}>{texts.unavailable.heading}</h3>
      <p className="mt-2">{texts.unavailable.text}</p>
      <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <MailLink form={form} className="button" />
        <a className="link" href={`mailto:${site.email}`}>
          {site.email}
        </a>
      </p>
    </section>
  )
}

export function inquiryMailLink(values: Partial<InquiryValues>): string {
  return mailLink(site.email, values, {
    subject: texts.unavailable.subject,
    labels: {
      firstName: fields.firstName.label,
      lastName: fields.lastName.label,
      company: fields.company.label,
      email: fields.email.label,
      phone: fields.phone.label,
      country: fields.country.label,
      contactReason: fields.contactReason.label,
      program: fields.program.label,
      desiredConsultants: fields.desiredConsultants.label,
    },
  })
}
