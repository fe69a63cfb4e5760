import { Turnstile, type TurnstileInstance } from '@marsidev/react-turnstile'
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { TurnstileConfig } from './config'
import { TURNSTILE_SCRIPT, trustedScriptUrl } from './script-url'
import { RETRY_INTERVAL_MS, type WidgetProps } from './types'

/** The id by which `@marsidev/react-turnstile` recognises a script that it did not add itself. */
const SCRIPT_ID = 'cf-turnstile-script'

/** Narrower than this, the 300 px of the usual widget would make the page scroll sideways. */
const COMPACT_BELOW_PX = 360

/** Adds the widget's script and tries again while it cannot be loaded. Returns the undo. */
function loadScript(): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  let pending: HTMLScriptElement | undefined
  const add = () => {
    const script = document.createElement('script')
    script.id = SCRIPT_ID
    script.async = true
    script.src = trustedScriptUrl(TURNSTILE_SCRIPT)
    script.onload = () => {
      pending = undefined
    }
    script.onerror = () => {
      console.warn('Turnstile has not been loaded')
      script.remove()
      retry = setTimeout(add, RETRY_INTERVAL_MS)
    }
    document.head.append(script)
    pending = script
  }
  if (!document.getElementById(SCRIPT_ID)) add()
  return () => {
    clearTimeout(retry)
    if (!pending) return
    // The next widget adds its own.
    pending.onerror = null
    pending.remove()
  }
}

/**
 * The next page is loaded anew, so that it runs without the third party's script and under its stricter policy. A link is
 * left to the browser, which then keeps what was typed for Back; other navigations reload.
 */
function leaveAlone(): () => void {
  const here = window.location.pathname
  const leaveToBrowser = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('a[href^="/"]')) event.stopPropagation()
  }
  document.addEventListener('click', leaveToBrowser, true)
  return () => {
    document.removeEventListener('click', leaveToBrowser, true)
    if (window.location.pathname !== here) window.location.reload()
  }
}

interface Props extends WidgetProps {
  config: TurnstileConfig
}

export function TurnstileWidget({ ref, config, onToken, onClear, onInteraction }: Props) {
  const widget = useRef<TurnstileInstance>(null)
  const solved = useRef(false)

  useEffect(loadScript, [])
  useEffect(leaveAlone, [])

  function clear() {
    solved.current = false
    onClear()
  }

  useImperativeHandle(
    ref,
    () => ({
      render: () => void widget.current?.render(),
      reset() {
        if (solved.current) widget.current?.reset()
        solved.current = false
      },
      execute: () => widget.current?.execute(),
      getResponse: () => (solved.current ? widget.current?.getResponse() : undefined),
      remove: () => widget.current?.remove(),
    }),
    [],
  )

  return (
    <Turnstile
      ref={widget}
      siteKey={config.siteKey}
      injectScript={false}
      options={{
        action: 'contact',
        appearance: 'interaction-only',
        responseField: false,
        retryInterval: RETRY_INTERVAL_MS,
        size: window.innerWidth < COMPACT_BELOW_PX ? 'compact' : 'flexible',
      }}
      onSuccess={(token) => {
        solved.current = true
        onToken(token)
      }}
      onError={() => {
        clear()
        return true
      }}
      onBeforeInteractive={onInteraction}
      onExpire={clear}
      onTimeout={clear}
      onUnsupported={clear}
    />
  )
}
