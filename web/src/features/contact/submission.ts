import { handedOver, handOverFrom } from '../../hand-over'
import { type InquiryValues, isUrgent } from './inquiry'
import { type SendResult, type Stored, sendInquiry, toInquiry } from './send'
import type { Signs } from './spam-signs'
import { createStore } from './store'

export interface Receipt extends Stored {
  email: string
  urgent: boolean
}

/** `failed` lasts until the next attempt; `sent` until the visitor asks for an empty form. */
type Submission =
  | { phase: 'editing' }
  | { phase: 'sending' }
  | { phase: 'sent'; receipt: Receipt }
  | { phase: 'failed' }

export const submission = createStore<Submission>({ phase: 'editing' })

let draft = handedOver as InquiryValues | undefined
handOverFrom(() => draft)
let attempts = new Map<string, Attempt>()

/** In memory only: a reload forgets it. */
export const keepDraft = (values: InquiryValues) => {
  draft = values
}

export const keptDraft = () => draft

interface Attempt {
  key: string
  signs: Signs
}

/**
 * One key per wording: the server answers a known key without reading the inquiry again. A retry repeats the signs of
 * the first attempt.
 */
function attemptOf(values: InquiryValues, signs: Signs): Attempt {
  const inquiry = JSON.stringify(toInquiry(values))
  const attempt = attempts.get(inquiry) ?? { key: crypto.randomUUID(), signs }
  attempts.set(inquiry, attempt)
  return attempt
}

/** Sends and records the outcome, also when the visitor has left the page meanwhile. */
export async function sendAndRecord(values: InquiryValues, token: string, seen: Signs): Promise<SendResult> {
  submission.set({ phase: 'sending' })
  addEventListener('beforeunload', askToStay)
  const { key, signs } = attemptOf(values, seen)
  const result = await sendInquiry(values, token, key, signs)
  removeEventListener('beforeunload', askToStay)
  if (result.ok) {
    draft = undefined
    attempts = new Map()
    const { reference, answerDue } = result
    const receipt = { reference, answerDue, email: values.email.trim(), urgent: isUrgent(values) }
    submission.set({ phase: 'sent', receipt })
  } else {
    // Field errors have separate messages.
    submission.set({ phase: Object.keys(result.fields).length > 0 ? 'editing' : 'failed' })
  }
  return result
}

/** The browser asks before it leaves the site: afterwards, nothing could show the outcome. */
function askToStay(event: Event) {
  event.preventDefault()
}
