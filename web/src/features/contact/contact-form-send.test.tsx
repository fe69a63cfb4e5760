import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { confirmation, consentTexts, notSent } from '#texts/contact'
import { site } from '#texts/site'
import {
  button,
  challenge,
  field,
  fill,
  giveToken,
  holdSend,
  locked,
  open,
  sending,
  submit,
} from '../../../tests/contact-form'
import { dismissToast } from './toast'

const retry = () =>
  within(document.querySelector('[data-not-sent]')!).getByRole('button', { name: notSent.retry })

it('sends once, reports the success, and uses a new key for the next inquiry', async () => {
  const finish = holdSend()
  fill()
  giveToken()
  await submit()
  await waitFor(() => expect(button().textContent).toBe('Sending...'))
  expect(locked()).toBe(true)
  expect(field('message').readOnly).toBe(true)
  await submit()
  expect(sending).toHaveBeenCalledTimes(1)
  const [values, token, key] = sending.mock.calls[0]!
  expect(values).toMatchObject({ firstName: 'Canary', desiredConsultants: 3, consent: true, program: '' })
  expect(token).toBe('token')

  await act(async () => finish({ ok: true, reference: 'FW-0000-0000' }))
  expect(document.querySelector('[data-toast=success]')?.textContent).toContain(
    "Message sent successfully! We'll get back to you soon.",
  )
  expect(screen.getByText('FW-0000-0000')).toBeTruthy()
  expect(document.querySelector('form')?.hidden).toBe(true)
  expect(field('firstName').value).toBe('')
  expect(field('message').readOnly).toBe(false)
  expect(field('contactReason').value).toBe('')
  expect(field('desiredConsultants').value).toBe('')
  expect((screen.getByLabelText(consentTexts.consent) as HTMLInputElement).checked).toBe(false)
  expect(challenge.reset).toHaveBeenCalledTimes(1)
  expect(locked()).toBe(true)

  fireEvent.click(screen.getByRole('button', { name: confirmation.another }))
  sending.mockResolvedValueOnce({ ok: true, reference: undefined })
  fill()
  giveToken()
  await submit()
  expect(sending.mock.calls[1]?.[2]).not.toBe(key)
})

it('keeps the values and the key when a send fails, and renews the token', async () => {
  sending.mockResolvedValue({ ok: false, fields: {} })
  fill()
  giveToken()
  await submit()
  expect(document.querySelector('[data-toast=error]')?.textContent).toContain(
    `Failed to send message. Please contact us directly at ${site.email}`,
  )
  expect(field('message').value).toBe('Hello')
  expect(challenge.reset).toHaveBeenCalledTimes(1)
  expect(locked()).toBe(true)
  giveToken()
  await submit()
  expect(sending).toHaveBeenCalledTimes(2)
  expect(sending.mock.calls[1]?.[2]).toBe(sending.mock.calls[0]?.[2])
})

it('takes another key once the words differ from those sent under the last one', async () => {
  sending.mockResolvedValue({ ok: false, fields: {} })
  fill()
  for (const message of ['Hello', 'Hello again', ' Hello again ']) {
    fireEvent.input(field('message'), { target: { value: message } })
    giveToken()
    await submit()
  }
  const [first, edited, repeated] = sending.mock.calls.map(([, , key]) => key)
  expect(edited).not.toBe(first)
  expect(repeated).toBe(edited)
})

it('says nothing else while it sends, and is silent afterwards until the visitor types', async () => {
  const finish = holdSend()
  fill()
  giveToken()
  await submit()
  await waitFor(() => expect(sending).toHaveBeenCalled())
  expect(document.getElementById('bot-check-status')).toBeNull()
  await act(async () => finish({ ok: false, fields: {} }))
  const region = document.getElementById('bot-check-status')!.parentElement!
  expect(region.getAttribute('aria-live')).toBe('off')
  fireEvent.input(field('message'), { target: { value: 'More' } })
  expect(region.getAttribute('aria-live')).toBeNull()
})

it('leaves a message after a failed send, until the next one', async () => {
  sending.mockResolvedValueOnce({ ok: false, fields: {} })
  fill()
  giveToken()
  await submit()
  await screen.findByText(notSent.heading)
  expect(screen.getByText(notSent.text).closest('[role=status]')).toBeTruthy()
  act(() => dismissToast())
  expect(retry().getAttribute('aria-disabled')).toBe('true')
  giveToken()
  sending.mockResolvedValueOnce({ ok: true, reference: 'FW-0000-0000' })
  fireEvent.click(retry())
  await screen.findByText('FW-0000-0000')
  expect(screen.queryByText(notSent.heading)).toBeNull()
})

it('records the outcome of a send whose page the visitor has left', async () => {
  const finish = holdSend()
  fill()
  giveToken()
  await submit()
  await waitFor(() => expect(sending).toHaveBeenCalled())
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  cleanup()
  await act(async () => finish({ ok: true, reference: 'FW-0000-0000' }))
  expect(document.querySelector('[data-toast=success]')).toBeTruthy()
  const later = new Event('beforeunload', { cancelable: true })
  dispatchEvent(later)
  expect(later.defaultPrevented).toBe(false)
  open()
  expect(screen.getByText('FW-0000-0000')).toBeTruthy()
  expect(field('message').value).toBe('')
})

it('keeps what was typed while the visitor is on another page', () => {
  fill()
  cleanup()
  open()
  expect(field('message').value).toBe('Hello')
  expect(field('contactReason').value).toBe('devsecops')
  expect((screen.getByLabelText(consentTexts.consent) as HTMLInputElement).checked).toBe(true)
})
