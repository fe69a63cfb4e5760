import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { AltchaSession } from './altcha-session'
import type { AltchaConfig } from './config'
import type { WidgetProps } from './types'

/** The self-hosted proof of work. It renders nothing: the form shows its state. */
export function AltchaWidget({ ref, config, onToken, onClear }: WidgetProps & { config: AltchaConfig }) {
  const events = useRef({ onToken, onClear })
  events.current = { onToken, onClear }
  const first = useRef(config)
  const [session] = useState(
    () =>
      new AltchaSession({
        onToken: (token) => events.current.onToken(token),
        onClear: () => events.current.onClear(),
      }),
  )
  useImperativeHandle(ref, () => session, [session])
  useEffect(() => {
    session.render(first.current)
    return () => session.remove()
  }, [session])
  return null
}
