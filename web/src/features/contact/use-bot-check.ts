import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ChallengeRef } from './challenge/challenge'
import type { ChallengeEvents } from './challenge/types'

type BotCheckState = 'working' | 'widget' | 'ready' | 'expired'

export interface BotCheck {
  challenge: RefObject<ChallengeRef | null>
  state: BotCheckState
  /** True when no token could be had within the wait; false again as soon as one arrives. */
  unavailable: boolean
  /** True from the first token on. */
  everReady: boolean
  /** The token as it is now, or nothing when it has just expired. */
  currentToken(): string | undefined
  /** After a failed or finished send: a token serves once. */
  renew(): void
  /** What the challenge reports. */
  events: ChallengeEvents
}

export function useBotCheck(): BotCheck {
  const challenge = useRef<ChallengeRef>(null)
  const [state, setState] = useState<BotCheckState>('working')
  const [everReady, setEverReady] = useState(false)
  const [unavailable, setUnavailable] = useState(false)
  const ready = state === 'ready'

  useEffect(() => {
    if (ready) return
    const stopped = new AbortController()
    const { signal } = stopped
    const wait = () =>
      challenge.current?.getResponsePromise().catch(() => {
        if (signal.aborted) return
        // A page in the background is held back by the browser: the wait starts anew when the visitor comes back.
        if (document.visibilityState === 'visible') setUnavailable(true)
        else document.addEventListener('visibilitychange', wait, { once: true, signal })
      })
    wait()
    return () => stopped.abort()
  }, [ready])

  return {
    challenge,
    state,
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
        setUnavailable(false)
      },
      // A widget that waits for the visitor and fails asks for them anew if it recovers.
      onClear: () =>
        setState((previous) =>
          previous === 'widget' ? 'working' : previous === 'ready' ? 'expired' : previous,
        ),
    },
  }
}
