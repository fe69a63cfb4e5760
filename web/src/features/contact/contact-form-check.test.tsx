import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  button,
  challenge,
  clearToken,
  fill,
  forgetVisit,
  giveToken,
  locked,
  open,
  sending,
  submit,
} from '../../../tests/contact-form'
import { botCheck, mailFallback } from '../../content/contact'
import { site } from '../../content/site'

it('stays locked until the bot check has produced a token, and says why', () => {
  expect(locked()).toBe(true)
  expect(button().getAttribute('aria-describedby')).toBe('bot-check-status')
  expect(document.getElementById('bot-check-status')?.textContent).toContain('unlocks when it is done')
  giveToken()
  expect(locked()).toBe(false)
  clearToken()
  expect(locked()).toBe(true)
  expect(document.getElementById('bot-check-status')?.textContent).toContain('expired')
})

it('sends nothing without a token', async () => {
  fill()
  await submit()
  giveToken()
  challenge.getResponse.mockReturnValue(undefined)
  await submit()
  expect(sending).not.toHaveBeenCalled()
})

it('offers a mail with the typed values after the wait fails, and removes it when a token arrives late', async () => {
  forgetVisit()
  challenge.getResponsePromise.mockRejectedValueOnce(new Error('Timeout'))
  await act(async () => {
    open()
  })
  await act(async () => fill())
  const link = screen.getByRole('link', { name: mailFallback.link }) as HTMLAnchorElement
  expect(new URL(link.href).pathname).toBe(site.email)
  expect(new URL(link.href).searchParams.get('body')).toMatch(
    /^First name: Canary\r\nLast name: Testfall\r\n.*\r\n\r\nHello$/s,
  )
  giveToken()
  expect(screen.queryByRole('link', { name: mailFallback.link })).toBeNull()
})

it('offers the mail after 8 s and goes on trying', () => {
  vi.useFakeTimers()
  forgetVisit()
  open()
  const mail = () => screen.queryByRole('link', { name: mailFallback.link })
  act(() => vi.advanceTimersByTime(7_900))
  expect(mail()).toBeNull()
  act(() => vi.advanceTimersByTime(200))
  expect(mail()).toBeTruthy()
  expect(document.getElementById('bot-check-status')?.textContent).toBe(
    `${botCheck.working} ${botCheck.slow}`,
  )
  giveToken()
  expect(mail()).toBeNull()
  expect(locked()).toBe(false)
  vi.useRealTimers()
})

it('leaves a check that waits for the visitor its instruction, with the mail beside it', async () => {
  forgetVisit()
  let fail = () => {}
  challenge.getResponsePromise.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = () => reject(new Error('Timeout'))
    }),
  )
  open()
  act(() => challenge.props?.onInteraction())
  await act(async () => fail())
  expect(document.getElementById('bot-check-status')?.textContent).toBe(botCheck.widget)
  expect(screen.queryByText(botCheck.unavailable)).toBeNull()
  expect(screen.getByRole('link', { name: mailFallback.link })).toBeTruthy()
})

it('restarts a wait that ended in the background', async () => {
  forgetVisit()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  challenge.getResponsePromise.mockRejectedValue(new Error('Timeout'))
  await act(async () => {
    open()
  })
  expect(screen.queryByText(botCheck.unavailable)).toBeNull()
  visibility.mockRestore()
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(challenge.getResponsePromise).toHaveBeenCalledTimes(3)
  expect(screen.getByText(botCheck.unavailable)).toBeTruthy()
})

it('says why it waits each time the locked button is pressed', async () => {
  const status = () => document.getElementById('bot-check-status')
  await submit()
  const first = status()
  expect(first?.textContent).toBe(`${botCheck.notYet} ${botCheck.working}`)
  await submit()
  expect(status()).not.toBe(first)
  giveToken()
  expect(status()?.textContent).toBe(botCheck.ready)
})
