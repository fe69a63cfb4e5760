import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { fetchChallenge } from './config'
import { type ChallengeEvents, type ChallengeHandle, RETRY_INTERVAL_MS, type WidgetProps } from './types'
import { waitForResponse } from './wait'

type Widget = (props: WidgetProps) => ReactNode

/** Asks the server for the provider and loads only its code. */
async function loadWidget(signal: AbortSignal): Promise<Widget> {
  const config = await fetchChallenge(signal)
  if (config.provider === 'turnstile') {
    if (!documentIsThisPage()) {
      takeAlong(document.forms[0])
      window.location.reload()
      await new Promise(() => {})
    }
    const { TurnstileWidget } = await import('./turnstile')
    return (props) => <TurnstileWidget {...props} config={config} />
  }
  const { AltchaWidget } = await import('./altcha')
  return (props) => <AltchaWidget {...props} config={config} />
}

/**
 * Only the document of this page has a policy that admits the third party's script. After a navigation within the site,
 * the policy of the first page still applies.
 */
function documentIsThisPage(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return !entry || new URL(entry.name).pathname === window.location.pathname
}

/** `scripts/retry.js` puts the typed values back after the load. */
function takeAlong(form?: HTMLFormElement) {
  window.name = JSON.stringify([...new FormData(form)])
}

export interface ChallengeRef extends Pick<ChallengeHandle, 'reset' | 'getResponse'> {
  getResponsePromise(timeoutMs?: number, intervalMs?: number): Promise<string>
}

interface Props extends ChallengeEvents {
  ref: Ref<ChallengeRef>
}

/** The bot check: one interface, two providers, chosen at run time by `GET /api/challenge`. */
export function Challenge({ ref, onToken, onClear, onInteraction }: Props) {
  const [Widget, setWidget] = useState<Widget>()
  const widget = useRef<ChallengeHandle>(null)
  const solved = useRef(false)

  useEffect(() => {
    const unmounted = new AbortController()
    let retry: ReturnType<typeof setTimeout> | undefined
    const load = () =>
      loadWidget(unmounted.signal).then(
        (loaded) => setWidget(() => loaded),
        () => {
          if (unmounted.signal.aborted) return
          console.warn('The bot check has not been loaded')
          retry = setTimeout(load, RETRY_INTERVAL_MS)
        },
      )
    load()
    return () => {
      unmounted.abort()
      clearTimeout(retry)
    }
  }, [])

  useImperativeHandle(ref, () => {
    const getResponse = () => widget.current?.getResponse()
    return {
      reset() {
        solved.current = false
        widget.current?.reset()
      },
      getResponse,
      // Not in the widget: the time that the widget takes to load counts as well.
      getResponsePromise: (timeoutMs, intervalMs) =>
        waitForResponse({ isSolved: () => solved.current, getResponse }, timeoutMs, intervalMs),
    }
  }, [])

  if (!Widget) return null
  return (
    <Widget
      ref={widget}
      onInteraction={onInteraction}
      onToken={(token) => {
        solved.current = true
        onToken(token)
      }}
      onClear={() => {
        solved.current = false
        onClear()
      }}
    />
  )
}
