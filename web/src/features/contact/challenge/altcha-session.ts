import { solve } from './altcha-solver'
import { type AltchaConfig, fetchChallenge } from './config'
import { type ChallengeHandle, RETRY_INTERVAL_MS } from './types'

/** A token expires this long before the server rejects it, so that a send in progress arrives in time. */
const EXPIRY_MARGIN_MS = 10_000

interface Events {
  onToken(token: string): void
  onClear(): void
}

/** Fetches, solves and renews proof-of-work challenges until `remove`. */
export class AltchaSession implements ChallengeHandle {
  private token: string | undefined
  private expiresAt = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private run = new AbortController()
  private readonly events: Events

  constructor(events: Events) {
    this.events = events
  }

  /** Starts with the challenge at hand, or with a new one. */
  render(first?: AltchaConfig): void {
    this.stop()
    const run = new AbortController()
    this.run = run
    this.work(run, first).catch(() => {
      if (run.signal.aborted) return
      this.clear()
      this.timer = setTimeout(() => this.render(), RETRY_INTERVAL_MS)
    })
  }

  execute(): void {
    if (!this.token) this.render()
  }

  reset(): void {
    this.clear()
    this.render()
  }

  getResponse(): string | undefined {
    if (this.token && Date.now() >= this.expiresAt) this.expire()
    return this.token
  }

  remove(): void {
    this.stop()
    this.token = undefined
  }

  private async work(run: AbortController, first?: AltchaConfig): Promise<void> {
    const config = first ?? (await fetchChallenge(run.signal))
    const receivedAt = Date.now()
    if (config.provider !== 'altcha') throw new Error('the provider has changed')
    const token = await solve(config.challenge, run)
    if (run.signal.aborted) return
    const validMs = Math.max(config.lifetimeMs - EXPIRY_MARGIN_MS, config.lifetimeMs / 2)
    this.expiresAt = receivedAt + validMs
    this.token = token
    this.timer = setTimeout(() => this.expire(), Math.max(this.expiresAt - Date.now(), 0))
    this.events.onToken(token)
  }

  /** A hidden page fetches the next challenge only when it becomes visible. */
  private expire(): void {
    this.stop()
    this.clear()
    if (document.visibilityState === 'visible') {
      this.render()
      return
    }
    const run = new AbortController()
    this.run = run
    const resume = () => document.visibilityState === 'visible' && this.render()
    document.addEventListener('visibilitychange', resume, { signal: run.signal })
  }

  private clear(): void {
    this.token = undefined
    this.events.onClear()
  }

  private stop(): void {
    clearTimeout(this.timer)
    this.run.abort()
  }
}
