import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForResponse } from './wait'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

it('polls every 100 ms until the token is there', async () => {
  let solved = false
  const isSolved = vi.fn(() => solved)
  const waiting = waitForResponse({ isSolved, getResponse: () => 'token' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(isSolved).toHaveBeenCalledTimes(11)
  solved = true
  await vi.advanceTimersByTimeAsync(100)
  await expect(waiting).resolves.toBe('token')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isSolved).toHaveBeenCalledTimes(12)
})

it('answers at once when it is already solved', async () => {
  await expect(waitForResponse({ isSolved: () => true, getResponse: () => 'token' })).resolves.toBe('token')
})

it("rejects with 'Timeout' after 30 s and stops polling", async () => {
  const isSolved = vi.fn(() => false)
  let error: unknown
  waitForResponse({ isSolved, getResponse: () => undefined }).catch((reason) => {
    error = reason
  })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(error).toEqual(new Error('Timeout'))
  const polls = isSolved.mock.calls.length
  await vi.advanceTimersByTimeAsync(5000)
  expect(isSolved).toHaveBeenCalledTimes(polls)
})

it("rejects with 'No response received' when the provider has none", async () => {
  const waiting = waitForResponse({ isSolved: () => true, getResponse: () => '' })
  await expect(waiting).rejects.toThrow(/^No response received$/)
})

it("rejects with 'Failed to get response' when asking throws", async () => {
  const getResponse = () => {
    throw new Error('widget is gone')
  }
  await expect(waitForResponse({ isSolved: () => true, getResponse })).rejects.toThrow(
    /^Failed to get response$/,
  )
})
