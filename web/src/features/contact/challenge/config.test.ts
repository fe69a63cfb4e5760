import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchChallenge } from './config'

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})

function answer(body: unknown, init: ResponseInit = {}) {
  fetchMock.mockResolvedValue(new Response(JSON.stringify(body), init))
}

const altcha = (expiresAt?: number) => ({ provider: 'altcha', challenge: { parameters: { expiresAt } } })

it('takes the site key of Turnstile', async () => {
  answer({ provider: 'turnstile', siteKey: 'key' })
  await expect(fetchChallenge()).resolves.toEqual({ provider: 'turnstile', siteKey: 'key' })
  expect(fetchMock).toHaveBeenCalledWith('/api/challenge', expect.objectContaining({ cache: 'no-store' }))
})

it("measures the lifetime by the server's clock alone", async () => {
  const serverNow = Date.UTC(2031, 0, 1)
  answer(altcha(serverNow / 1000 + 300), { headers: { date: new Date(serverNow).toUTCString() } })
  await expect(fetchChallenge()).resolves.toMatchObject({ provider: 'altcha', lifetimeMs: 300_000 })
})

it('assumes five minutes when the answer carries no date or no expiry', async () => {
  answer(altcha(1))
  await expect(fetchChallenge()).resolves.toMatchObject({ lifetimeMs: 300_000 })
  answer(altcha(), { headers: { date: new Date().toUTCString() } })
  await expect(fetchChallenge()).resolves.toMatchObject({ lifetimeMs: 300_000 })
})

it.each([
  [{ provider: 'altcha' }],
  [{ provider: 'turnstile' }],
  [{ provider: 'other', challenge: {} }],
  [{}],
])('refuses %j', async (body) => {
  answer(body)
  await expect(fetchChallenge()).rejects.toThrow()
})

it('refuses any status but success', async () => {
  answer({ provider: 'turnstile', siteKey: 'key' }, { status: 429 })
  await expect(fetchChallenge()).rejects.toThrow('429')
})

it.each(['caller', 'limit'] as const)('is aborted by its %s', async (end) => {
  const signals = { caller: new AbortController(), limit: new AbortController() }
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signals.limit.signal)
  answer({ provider: 'turnstile', siteKey: 'key' })
  await fetchChallenge(signals.caller.signal)
  timeout.mockRestore()
  const signal = fetchMock.mock.lastCall?.[1]?.signal
  expect(signal?.aborted).toBe(false)
  signals[end].abort()
  expect(signal?.aborted).toBe(true)
})
