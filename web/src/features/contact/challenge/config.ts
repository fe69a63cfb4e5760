import type { components } from '../../../api/schema'

type Challenge = components['schemas']['Challenge']

export type TurnstileConfig = Extract<Challenge, { provider: 'turnstile' }>

export type AltchaConfig = Extract<Challenge, { provider: 'altcha' }> & {
  /** Milliseconds for which the server will accept the solution, measured by the server's clock. */
  lifetimeMs: number
}

export type ChallengeConfig = AltchaConfig | TurnstileConfig

const TIMEOUT_MS = 10_000

/** Used when the challenge names no expiry. */
const DEFAULT_LIFETIME_MS = 300_000

/** `GET /api/challenge`: the server chooses the provider at run time. Throws on any other answer. */
export async function fetchChallenge(signal?: AbortSignal): Promise<ChallengeConfig> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch('/api/challenge', {
    cache: 'no-store',
    signal: signal ? either(signal, timeout) : timeout,
  })
  if (!response.ok) throw new Error(`the challenge was answered with ${response.status}`)
  const body = (await response.json()) as Challenge
  if (body.provider === 'turnstile' && body.siteKey) return body
  if (body.provider === 'altcha' && body.challenge) {
    return { ...body, lifetimeMs: lifetime(body.challenge, response.headers.get('date')) }
  }
  throw new Error('the challenge names no known provider')
}

/** `AbortSignal.any` is younger than some of the browsers in use. */
function either(...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return controller.signal
}

/** The visitor's clock may be hours off; both times here are the server's. */
function lifetime(challenge: AltchaConfig['challenge'], date: string | null): number {
  const { expiresAt } = challenge.parameters
  const serverNow = Date.parse(date ?? '')
  if (!expiresAt || Number.isNaN(serverNow)) return DEFAULT_LIFETIME_MS
  return Math.max(expiresAt * 1000 - serverNow, 0)
}
