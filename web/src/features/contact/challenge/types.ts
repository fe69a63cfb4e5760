import type { Ref } from 'react'

/** Bot check: the widget tries again this long after an error; specification, section 9. */
export const RETRY_INTERVAL_MS = 8_000

/** The calls that both providers offer: specification, section 7. */
export interface ChallengeHandle {
  render(): void
  reset(): void
  execute(): void
  getResponse(): string | undefined
  remove(): void
}

export interface ChallengeEvents {
  onToken(token: string): void
  /** The token is no longer good: an error or its expiry. */
  onClear(): void
  /** The widget waits for the visitor. */
  onInteraction(): void
}

export interface WidgetProps extends ChallengeEvents {
  ref: Ref<ChallengeHandle>
}
