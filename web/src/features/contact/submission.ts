import { type InquiryValues, isUrgent } from './inquiry'
import { type SendResult, type Stored, sendInquiry, toInquiry } from './send'
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

let draft: InquiryValues | undefined
let keys = new Map<string, string>()

/** In memory only: a reload forgets it. */
export const keepDraft = (values: InquiryValues) => {
  draft = values
}

export const keptDraft = () => draft

/** One key per wording: the server answers a known key without reading the inquiry again. */
function idempotencyKey(values: InquiryValues): string {
  const inquiry = JSON.stringify(toInquiry(values))
  const key = keys.get(inquiry) ?? crypto.randomUUID()
  keys.set(inquiry, key)
  return key
}

/** Sends and records the outcome, also when the visitor has left the page meanwhile. */
export async function sendAndRecord(values: InquiryValues, token: string): Promise<SendResult> {
  submission.set({ phase: 'sending' })
  addEventListener('beforeunload', askToStay)
  const result = await sendInquiry(values, token, idempotencyKey(values))
  removeEventListener('beforeunload', askToStay)
  if (result.ok) {
    draft = undefined
    keys = new Map()
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
