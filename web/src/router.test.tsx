import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paths } from '#texts/paths'
import { AppLink } from './components/ui/app-link'
import { contactHref } from './components/ui/links'
import { registerPages } from './page-cache'
import { Router, usePlace } from './router'

const empty = () => Promise.resolve({ default: () => null })
registerPages(() => empty, empty)

function Page() {
  const { path, hash, arrival } = usePlace()
  return (
    <>
      <AppLink to={paths.about}>About</AppLink>
      <AppLink to={contactHref({ reason: 'other' })}>Contact</AppLink>
      <output>{`${arrival} ${path}${hash}`}</output>
    </>
  )
}

const shown = () => screen.getByRole('status').textContent
const click = (name: string, init?: MouseEventInit) =>
  fireEvent.click(screen.getByRole('link', { name }), init)

beforeEach(() => {
  history.replaceState(null, '', '/services/')
  render(
    <Router>
      <Page />
    </Router>,
  )
})
afterEach(cleanup)

test('a link adds an entry; one to the same address replaces it', () => {
  expect(shown()).toBe('pop /services')
  const entries = history.length
  expect(click('About')).toBe(false)
  expect(shown()).toBe('push /about')
  click('Contact')
  expect([shown(), location.search, history.length]).toEqual(['push /contact', '?reason=other', entries + 2])
  const { key } = history.state
  click('Contact')
  expect([shown(), history.length]).toEqual(['replace /contact', entries + 2])
  expect(history.state.key).not.toBe(key)
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'the browser follows a click with %o',
  (init) => {
    expect(click('About', init)).toBe(true)
    expect(shown()).toBe('pop /services')
  },
)

test('Back and an old address', () => {
  history.pushState(null, '', '/privacy#scope')
  act(() => void dispatchEvent(new PopStateEvent('popstate')))
  expect([shown(), location.pathname]).toEqual(['pop /privacy-policy', '/privacy-policy'])
})
