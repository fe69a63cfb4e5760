import { beforeEach, expect, it } from 'vitest'
import { takePrefill } from './prefill'

beforeEach(() => {
  window.history.replaceState({ key: 'router' }, '', '/contact')
})

it('reads the three fields and removes them from the address bar', () => {
  window.history.replaceState(
    { key: 'router' },
    '',
    '/contact?firstName=Canary&lastName=Test%20Fall&email=canary%2Bx%40firnwall.example',
  )
  expect(takePrefill()).toEqual({
    firstName: 'Canary',
    lastName: 'Test Fall',
    email: 'canary+x@firnwall.example',
  })
  expect(window.location.search).toBe('')
  expect(window.history.state).toEqual({ key: 'router' })
})

it('keeps other parameters and the fragment', () => {
  window.history.replaceState(null, '', '/contact?ref=a&email=x&b=1#form')
  takePrefill()
  expect(window.location.search + window.location.hash).toBe('?ref=a&b=1#form')
})

it('ignores every other field and blank values', () => {
  window.history.replaceState(null, '', '/contact?company=Probe&message=hello&firstName=%20')
  expect(takePrefill()).toEqual({})
  expect(window.location.search).toBe('?company=Probe&message=hello')
})

it('leaves an address without them untouched', () => {
  window.history.replaceState(null, '', '/contact?x=a%20b')
  expect(takePrefill()).toEqual({})
  expect(window.location.search).toBe('?x=a%20b')
})
