import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { confirmation, mailFallback } from '#texts/contact'
import { field, fill, giveToken, open, sending, submit } from '../../../tests/contact-form'

const decoy = () => document.querySelector<HTMLInputElement>('[name=subject]')!
const signs = () => sending.mock.calls.map(([, , , sent]) => sent)

let now: number

beforeEach(async () => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  // The clock starts anew after a send.
  await sendAfter(0, { ok: true, reference: undefined })
  fireEvent.click(screen.getByRole('button', { name: confirmation.another }))
  sending.mockReset()
})

afterEach(() => void vi.restoreAllMocks())

async function sendAfter(ms: number, outcome: Awaited<ReturnType<typeof sending>>) {
  sending.mockResolvedValueOnce(outcome)
  fill()
  giveToken()
  now += ms
  await submit()
}

const failed = { ok: false, fields: {} } as const
const stored = { ok: true, reference: undefined } as const

it('sends the time from the appearance of the form to the press, and nothing of the empty decoy', async () => {
  await sendAfter(61_000.4, stored)
  expect(signs()).toStrictEqual([{ elapsedMs: 61_000 }])
})

it('sends what a program has entered, without lone surrogates, and nowhere else', async () => {
  decoy().value = 'Cheap links \ud83d'
  await sendAfter(900, failed)
  expect(signs()).toStrictEqual([{ decoy: 'Cheap links \ufffd', elapsedMs: 900 }])
  expect(JSON.stringify(sending.mock.calls[0]?.[0])).not.toContain('Cheap')
  const mail = screen.getAllByRole<HTMLAnchorElement>('link', { name: mailFallback.link })[0]
  expect(mail?.href).toContain('Probe%20AG')
  expect(document.body.innerHTML).not.toContain('Cheap')
})

it('sends without the decoy when an extension has removed it', async () => {
  decoy().remove()
  await sendAfter(61_000, stored)
  expect(signs()).toStrictEqual([{ elapsedMs: 61_000 }])
})

it('repeats the signs in a retry, and takes new ones for other words', async () => {
  await sendAfter(5_000, failed)
  await retryAfter(20_000)
  await act(async () => fireEvent.input(field('message'), { target: { value: 'Other words' } }))
  await retryAfter(10_000)
  expect(signs().map(({ elapsedMs }) => elapsedMs)).toEqual([5_000, 5_000, 35_000])
})

async function retryAfter(ms: number) {
  sending.mockResolvedValueOnce(failed)
  giveToken()
  now += ms
  await submit()
}

it('goes on counting when the visitor returns to the form, without the content of the decoy', async () => {
  decoy().value = 'Cheap links'
  now += 30_000
  cleanup()
  now += 30_000
  open()
  await sendAfter(1_000, stored)
  expect(signs()).toStrictEqual([{ elapsedMs: 61_000 }])
})

it('says nothing of the time after a reload, over which a browser may keep what was typed', async () => {
  const entry = { type: 'reload' } as PerformanceNavigationTiming
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
  await sendAfter(900, stored)
  expect(signs()).toStrictEqual([{ elapsedMs: null }])
})

it('counts from the reappearance for another inquiry, whose decoy is empty', async () => {
  decoy().value = 'Cheap links'
  await sendAfter(61_000, stored)
  now += 3_600_000
  fireEvent.click(screen.getByRole('button', { name: confirmation.another }))
  await sendAfter(7_000, stored)
  expect(signs()).toStrictEqual([{ decoy: 'Cheap links', elapsedMs: 61_000 }, { elapsedMs: 7_000 }])
})
