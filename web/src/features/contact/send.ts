import { TEXTS_VERSION } from '#texts/texts-version'
import type { components } from '../../api/schema'
import type { FieldName, InquiryValues } from './inquiry'
import { isFieldName } from './inquiry'
import { wordedRefusal } from './refusal'
import type { Signs } from './spam-signs'
import { wellFormed } from './well-formed'

/** Longer than the slowest answer of the server, which takes at most 13 s. */
export const SEND_TIMEOUT_MS = 20_000

export type FieldErrors = Partial<Record<FieldName, string>>

export interface Stored {
  reference: string | undefined
  /** By when we answer. */
  answerDue?: Date | undefined
}

export type SendResult = ({ ok: true } & Stored) | { ok: false; fields: FieldErrors }

/** Every value is unchecked: a proxy may have written the response. */
type ResponseBody = Partial<
  Record<keyof components['schemas']['Failure'] | keyof components['schemas']['Receipt'], unknown>
>

/**
 * `POST /api/send-email`. Never throws: a refused, timed-out or unreachable send is `ok: false`, with
 * the messages of a 422 answer by field. The server's sentence goes to the console only.
 */
export async function sendInquiry(
  values: InquiryValues,
  turnstileToken: string,
  idempotencyKey: string,
  signs: Signs,
): Promise<SendResult> {
  let fields: FieldErrors = {}
  try {
    const response = await fetch('/api/send-email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify({ ...toInquiry(values), ...signs, turnstileToken, textsVersion: TEXTS_VERSION }),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      redirect: 'error',
    })
    const body = await readBody(response)
    const reference = text(body.reference)
    if (response.status === 201 || (response.ok && reference)) {
      return { ok: true, reference, answerDue: time(body.answerDue) }
    }
    if (typeof body.error === 'string') console.error(body.error)
    if (response.status === 422) fields = knownFields(body.fields)
  } catch {
    // Unreachable, or too slow.
  }
  return { ok: false, fields }
}

/** Omits empty optional fields: JSON drops `undefined`. */
export function toInquiry(values: InquiryValues): Omit<components['schemas']['Inquiry'], 'turnstileToken'> {
  const given = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? wellFormed(value.trim()) || undefined : value,
  ])
  return Object.fromEntries(given)
}

async function readBody(response: Response): Promise<ResponseBody> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? body : {}
}

function time(value: unknown): Date | undefined {
  const date = new Date(text(value) ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function knownFields(fields: unknown): FieldErrors {
  if (typeof fields !== 'object' || fields === null) return {}
  const known = Object.entries(fields).flatMap(([name, message]) =>
    isFieldName(name) && typeof message === 'string' ? [[name, wordedRefusal(name, message)]] : [],
  )
  return Object.fromEntries(known)
}
