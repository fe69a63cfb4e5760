import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ChallengeRef } from './challenge/challenge'
import type { ChallengeEvents } from './challenge/types'

/** From then on the visitor may write a mail instead; the check goes on. */
const SLOW_AFTER_MS = 8_000

type BotCheckState = 'working' | 'widget' | 'ready' | 'expired'

export interface BotCheck {
  challenge: RefObject<ChallengeRef | null>
  state: BotCheckState
  /** True while there is no token after 8 s of waiting. */
  slow: boolean
  /** True when the wait ended without a token; false again when a token arrives. */
  unavailable: boolean
  /** True from the first token on. */
  everReady: boolean
  /** The current token; nothing if it has expired. */
  currentToken(): string | undefined
  /** Called after every send: a token is single-use. */
  renew(): void
  /** What the challenge reports. */
  events: ChallengeEvents
}

export function useBotCheck(): BotCheck {
  const challenge = useRef<ChallengeRef>(null)
  const [state, setState] = useState<BotCheckState>('working')
  const [everReady, setEverReady] = useState(false)
  const [slow, setSlow] = useState(false)
  const [unavailable, setUnavailable] = useState(false)
  const ready = state === 'ready'

  useEffect(() => {
    if (ready) return
    const stopped = new AbortController()
    const { signal } = stopped
    const wait = () =>
      challenge.current?.getResponsePromise().catch(() => {
        if (signal.aborted) return
        // Browsers throttle hidden pages: the wait restarts when the page becomes visible.
        if (document.visibilityState === 'visible') setUnavailable(true)
        else document.addEventListener('visibilitychange', wait, { once: true, signal })
      })
    wait()
    // A hidden page is slow for a reason, and the wait above looks after it.
    const timer = setTimeout(() => setSlow(document.visibilityState === 'visible'), SLOW_AFTER_MS)
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }, [ready])

  return {
    challenge,
    state,
    slow,
    unavailable,
    everReady,
    currentToken: () => (ready ? challenge.current?.getResponse() : undefined),
    renew() {
      setState('working')
      challenge.current?.reset()
    },
    events: {
      onInteraction: () => setState('widget'),
      onToken() {
        setState('ready')
        setEverReady(true)
        setSlow(false)
        setUnavailable(false)
      },
      // After a failure, a widget that recovers asks the visitor again.
      onClear: () =>
        setState((previous) =>
          previous === 'widget' ? 'working' : previous === 'ready' ? 'expired' : previous,
        ),
    },
  }
}
