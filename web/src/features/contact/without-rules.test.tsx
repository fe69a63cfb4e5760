import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { giveToken, sending } from '../../../tests/contact-form'

const rules = vi.hoisted(() => {
  let arrive = (_: object) => {}
  const promise = new Promise<object>((resolve) => {
    arrive = resolve
  })
  return { promise, arrive }
})

vi.mock('./rules', () => rules.promise)

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function submit() {
  giveToken()
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
