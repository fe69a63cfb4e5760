import { cleanup, render } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TurnstileWidget } from './turnstile'
import { type ChallengeHandle, RETRY_INTERVAL_MS } from './types'

vi.mock('@marsidev/react-turnstile', () => ({ Turnstile: () => null }))

const scripts = () => [...document.head.querySelectorAll('script')]

const show = () =>
  render(
    <TurnstileWidget
      ref={createRef<ChallengeHandle>()}
      config={{ provider: 'turnstile', siteKey: 'key' }}
      onToken={() => {}}
      onClear={() => {}}
      onInteraction={() => {}}
    />,
  )

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // Nothing is loaded: each test dispatches the script's event.
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    document.head.insertAdjacentElement('beforeend', Object.assign(script as Element, { src: '' }))
  })
})

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('tries again while the script cannot be loaded', () => {
  show()
  scripts()[0]?.dispatchEvent(new Event('error'))
  expect(scripts()).toHaveLength(0)
  vi.advanceTimersByTime(RETRY_INTERVAL_MS)
  expect(scripts()).toHaveLength(1)
})

it('gives up a pending script with the widget, and the next widget adds its own', () => {
  const { unmount } = show()
  const [pending] = scripts()
  unmount()
  pending?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(RETRY_INTERVAL_MS)
  expect(scripts()).toHaveLength(0)
  show()
  expect(scripts()).toHaveLength(1)
})

it('keeps a script that has been loaded for the next widget', () => {
  const { unmount } = show()
  const [loaded] = scripts()
  loaded?.dispatchEvent(new Event('load'))
  unmount()
  show()
  expect(scripts()).toEqual([loaded])
})
