import { type RefObject, useEffect, useRef } from 'react'
import { CallLine } from '../../components/ui/phone'
import { botCheck as texts } from '../../content/contact'
import { MailActions } from './mail-actions'
import type { BotCheck } from './use-bot-check'
import { useOnline } from './use-online'

/** What the submit button refers to as its description. */
export const BOT_CHECK_STATUS_ID = 'bot-check-status'

interface Props {
  botCheck: BotCheck
  form: RefObject<HTMLFormElement | null>
  /** Shows nothing: the button says that it sends. */
  sending: boolean
  /** Changes are not announced: another message has just been. */
  silent: boolean
  /** How often the locked button was pressed: each time the reason is announced again. */
  presses: number
}

/** Says next to the button why it is locked, and offers a mail when the bot check fails. */
export function BotCheckStatus({ botCheck, form, sending, silent, presses }: Props) {
  const { state, slow, unavailable } = botCheck
  const offline = !useOnline() && state !== 'ready'
  // A check that waits for the visitor is running.
  const cannotRun = unavailable && state !== 'widget' && !offline
  const reason = offline
    ? texts.offline
    : cannotRun
      ? texts.unavailable
      : texts[state] + (slow && state === 'working' ? ` ${texts.slow}` : '')
  const status = useRef<HTMLDivElement>(null)
  // The keyboard reaches the button at the lower edge of the screen.
  useEffect(() => {
    if (presses > 0) status.current?.scrollIntoView({ block: 'nearest' })
  }, [presses])
  return (
    <>
      <div ref={status} role="status" aria-live={silent ? 'off' : undefined} className="basis-full">
        {!sending && (
          <p key={presses} className="max-w-md text-muted text-small" id={BOT_CHECK_STATUS_ID}>
            {presses > 0 && state !== 'ready' && <strong className="text-ink">{texts.notYet} </strong>}
            {reason}
          </p>
        )}
      </div>
      {(slow || unavailable) && (
        <>
          <p className="flex basis-full flex-wrap items-center gap-x-6 gap-y-3">
            <MailActions form={form} />
          </p>
          <CallLine />
        </>
      )}
    </>
  )
}
