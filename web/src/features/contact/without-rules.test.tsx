import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useImperativeHandle } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContactForm } from './contact-form'
import { sendInquiry } from './send'
import { submission } from './submission'

type ChallengeProps = Parameters<typeof import('./challenge/challenge').Challenge>[0]

const token = vi.hoisted(() => ({ give: () => {} }))
const rules = vi.hoisted(() => {
  let arrive = (_: object) => {}
  const promise = new Promise<object>((resolve) => {
    arrive = resolve
  })
  return { promise, arrive }
})

vi.mock(import('./send'), async (original) => ({ ...(await original()), sendInquiry: vi.fn() }))
vi.mock('./rules', () => rules.promise)
vi.mock('./challenge/challenge', () => ({
  Challenge({ ref, onToken }: ChallengeProps) {
    token.give = () => onToken('token')
    useImperativeHandle(ref, () => ({
      reset() {},
      getResponse: () => 'token',
      getResponsePromise: () => new Promise<string>(() => {}),
    }))
    return null
  },
}))

const sending = vi.mocked(sendInquiry)
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  render(<ContactForm />)
})

afterEach(() => {
  cleanup()
  submission.set({ phase: 'editing' })
  vi.useRealTimers()
})

async function submit() {
  act(() => token.give())
  fireEvent.submit(document.querySelector('form')!)
  await wait(0)
}

it('without rules after 8 s, sends to the server; its messages disappear on success', async () => {
  sending.mockResolvedValueOnce({ ok: false, fields: { company: 'Company is required' } })
  sending.mockResolvedValueOnce({ ok: true, reference: undefined })
  await submit()
  await wait(7999)
  expect(sending).not.toHaveBeenCalled()
  await wait(1)
  expect(sending).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('link', { name: 'Company is required' })).toBeTruthy()
  await submit()
  await wait(8000)
  expect(sending).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('link', { name: 'Company is required' })).toBeNull()
})

it("keeps the server's messages when the rules load later", async () => {
  sending.mockClear()
  sending.mockResolvedValueOnce({ ok: false, fields: { company: 'Company is required' } })
  await submit()
  await wait(8000)
  rules.arrive(await vi.importActual('./rules'))
  for (let turn = 0; turn < 5; turn++) await wait(10)
  expect(screen.getByRole('link', { name: 'Company is required' })).toBeTruthy()
  await submit()
  expect(sending).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('link', { name: 'First name is required' })).toBeTruthy()
})
