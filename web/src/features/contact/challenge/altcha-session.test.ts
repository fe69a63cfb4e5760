import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AltchaSession } from './altcha-session'
import { solve } from './altcha-solver'
import { type AltchaConfig, fetchChallenge } from './config'
import { waitForResponse } from './wait'

vi.mock('./altcha-solver', () => ({ solve: vi.fn() }))
vi.mock('./config', () => ({ fetchChallenge: vi.fn() }))

const solving = vi.mocked(solve)
const fetching = vi.mocked(fetchChallenge)
const onToken = vi.fn()
const onClear = vi.fn()
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const CONFIG: AltchaConfig = {
  provider: 'altcha',
  challenge: { parameters: { nonce: 'n' } } as AltchaConfig['challenge'],
  lifetimeMs: 300_000,
}

let session: AltchaSession

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  solving.mockImplementation(async () => `token-${solving.mock.calls.length}`)
  fetching.mockResolvedValue(CONFIG)
  session = new AltchaSession({ onToken, onClear })
})

afterEach(() => {
  session.remove()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('solves the challenge at hand and offers its token', async () => {
  session.render(CONFIG)
  await wait(0)
  expect(fetching).not.toHaveBeenCalled()
  expect(onToken).toHaveBeenCalledWith('token-1')
  expect(session.getResponse()).toBe('token-1')
  const getResponse = () => session.getResponse()
  const isSolved = () => getResponse() !== undefined
  await expect(waitForResponse({ isSolved, getResponse })).resolves.toBe('token-1')
})

it('gives up the token before the server does and solves a new challenge', async () => {
  session.render(CONFIG)
  await wait(289_999)
  expect(onClear).not.toHaveBeenCalled()
  await wait(1)
  expect(onClear).toHaveBeenCalledTimes(1)
  expect(onToken).toHaveBeenLastCalledWith('token-2')
})

it('notices an expiry that a sleeping computer has slept through', async () => {
  session.render(CONFIG)
  await wait(0)
  vi.setSystemTime(Date.now() + 600_000)
  expect(session.getResponse()).toBeUndefined()
  expect(onClear).toHaveBeenCalledTimes(1)
})

it('renews in the background only when the page is looked at again', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  session.render(CONFIG)
  await wait(600_000)
  expect(onClear).toHaveBeenCalledTimes(1)
  expect(fetching).not.toHaveBeenCalled()
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await wait(0)
  expect(onToken).toHaveBeenLastCalledWith('token-2')
})

describe('after an error', () => {
  it('clears the token and tries again every 8 s', async () => {
    solving.mockRejectedValueOnce(new Error('no worker'))
    session.render(CONFIG)
    await wait(0)
    expect(onClear).toHaveBeenCalledTimes(1)
    fetching.mockRejectedValueOnce(new Error('offline'))
    await wait(7999)
    expect(fetching).not.toHaveBeenCalled()
    await wait(1)
    expect(fetching).toHaveBeenCalledTimes(1)
    expect(onToken).not.toHaveBeenCalled()
    await wait(8000)
    expect(onToken).toHaveBeenCalledWith('token-2')
  })

  it('counts a changed provider as one', async () => {
    fetching.mockResolvedValueOnce({ provider: 'turnstile', siteKey: 'key' })
    session.render()
    await wait(0)
    expect(onClear).toHaveBeenCalledTimes(1)
    await wait(8000)
    expect(onToken).toHaveBeenCalledWith('token-1')
  })
})

it('replaces a spent token on reset', async () => {
  session.render(CONFIG)
  await wait(0)
  session.reset()
  expect(session.getResponse()).toBeUndefined()
  await wait(0)
  expect(fetching).toHaveBeenCalledTimes(1)
  expect(session.getResponse()).toBe('token-2')
})

it('says nothing more once it is removed', async () => {
  let finish = (_: string) => {}
  solving.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
  session.render(CONFIG)
  await wait(0)
  session.remove()
  expect(solving.mock.calls[0]?.[1].signal.aborted).toBe(true)
  finish('late')
  await wait(600_000)
  expect(onToken).not.toHaveBeenCalled()
  expect(onClear).not.toHaveBeenCalled()
})
