import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useImperativeHandle } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { botCheck, confirmation, consentTexts, fields, mailFallback, notSent } from '../../content/contact'
import { site } from '../../content/site'
import { ContactForm } from './contact-form'
import { EMPTY_INQUIRY } from './inquiry'
import { sendInquiry } from './send'
import { keepDraft, submission } from './submission'
import { dismissToast } from './toast'

type ChallengeProps = Parameters<typeof import('./challenge/challenge').Challenge>[0]

const challenge = vi.hoisted(() => ({
  props: undefined as ChallengeProps | undefined,
  reset: vi.fn(),
  getResponse: vi.fn<() => string | undefined>(),
  getResponsePromise: vi.fn<() => Promise<string>>(),
}))

vi.mock(import('./send'), async (original) => ({ ...(await original()), sendInquiry: vi.fn() }))
vi.mock('./challenge/challenge', () => ({
  Challenge(props: ChallengeProps) {
    challenge.props = props
    useImperativeHandle(props.ref, () => challenge)
    return null
  },
}))

// The first send loads the form's rules, which takes over a second where the processor is busy.
configure({ asyncUtilTimeout: 4_000 })

const sending = vi.mocked(sendInquiry)
const button = () =>
  screen.getByRole('button', { name: /^Send(ing\.\.\.| Message)$/, hidden: true }) as HTMLButtonElement
const field = (name: keyof typeof fields) => document.getElementById(name) as HTMLInputElement
const locked = () => button().disabled || button().getAttribute('aria-disabled') === 'true'

beforeEach(() => {
  vi.clearAllMocks()
  challenge.getResponse.mockReturnValue('token')
  challenge.getResponsePromise.mockReturnValue(new Promise(() => {}))
  document.title = 'Contact'
  open()
})

afterEach(forgetVisit)

const open = () => render(<ContactForm />, { wrapper: MemoryRouter })

function forgetVisit() {
  cleanup()
  act(() => {
    submission.set({ phase: 'editing' })
    dismissToast()
  })
  keepDraft(EMPTY_INQUIRY)
}

const retry = () =>
  within(document.querySelector('[data-not-sent]')!).getByRole('button', { name: notSent.retry })
const giveToken = () => act(() => challenge.props?.onToken('token'))
const clearToken = () => act(() => challenge.props?.onClear())

function fill() {
  const texts = { firstName: 'Canary', lastName: 'Testfall', company: 'Probe AG', message: 'Hello' }
  for (const [name, value] of Object.entries(texts)) {
    fireEvent.input(field(name as keyof typeof fields), { target: { value } })
  }
  fireEvent.input(field('email'), { target: { value: 'canary@firnwall.example' } })
  fireEvent.change(field('contactReason'), { target: { value: 'devsecops' } })
  fireEvent.change(field('desiredConsultants'), { target: { value: '3' } })
  for (const text of Object.values(consentTexts)) fireEvent.click(screen.getByLabelText(text))
}

async function submit() {
  await act(async () => {
    fireEvent.submit(document.querySelector('form')!)
    // What the form loads before its first send.
    await Promise.all([import('./form-control'), import('./rules')])
  })
}

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

it('sends once, reports the success, and uses a new key for the next inquiry', async () => {
  let finish = (_: Awaited<ReturnType<typeof sendInquiry>>) => {}
  sending.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
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

it('lists every message with links, moves the focus there and marks the title', async () => {
  giveToken()
  await submit()
  const summary = await screen.findByRole('region', { name: 'Please correct the following' })
  expect([...summary.querySelectorAll('a')].map((link) => [link.hash, link.textContent])).toEqual([
    ['#firstName', 'First name is required'],
    ['#lastName', 'Last name is required'],
    ['#company', 'Company is required'],
    ['#email', 'Invalid email address'],
    ['#contactReason', 'Please select a reason for contact'],
    ['#message', 'Message is required'],
    ['#consent', 'You must agree to the privacy policy'],
    ['#gdprConsent', 'GDPR/CCPA consent is required'],
  ])
  await waitFor(() => expect(document.activeElement).toBe(summary))
  expect(document.title).toBe('Error: Contact')
  expect(field('email').getAttribute('aria-invalid')).toBe('true')
  expect(field('email').getAttribute('aria-describedby')).toBe('email-hint email-error')
  expect(document.getElementById('email-error')?.textContent).toContain('Invalid email address')
  expect(sending).not.toHaveBeenCalled()

  fireEvent.click(summary.querySelector('a[href="#email"]')!)
  expect(document.activeElement).toBe(field('email'))
  await act(async () => {
    fill()
  })
  await waitFor(() => expect(document.title).toBe('Contact'))
  expect(document.querySelector('[aria-invalid]')).toBeNull()
})

it("shows the server's messages at their fields", async () => {
  sending.mockResolvedValue({ ok: false, fields: { company: 'Company is required' } })
  fill()
  giveToken()
  await submit()
  expect(document.getElementById('company-error')?.textContent).toContain('Company is required')
  expect(document.querySelector('[data-toast=error]')).toBeTruthy()
  const summary = screen.getByRole('region', { name: 'Please correct the following' })
  await waitFor(() => expect(document.activeElement).toBe(summary))
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

it('says nothing else while it sends, and is silent afterwards until the visitor types', async () => {
  let finish = (_: Awaited<ReturnType<typeof sendInquiry>>) => {}
  sending.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
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
  let finish = (_: Awaited<ReturnType<typeof sendInquiry>>) => {}
  sending.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
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

it('counts the characters beyond the limit and announces the first count alone', () => {
  const note = () => document.getElementById('message-note')
  const announced = () => note()?.nextElementSibling?.textContent
  const type = (length: number) =>
    fireEvent.input(field('message'), { target: { value: 'a'.repeat(length) } })
  type(999)
  expect([note()?.textContent, announced()]).toEqual(['1 character left', ''])
  type(1010)
  expect([note()?.textContent, announced()]).toEqual(['10 characters too many', '10 characters too many'])
  type(1011)
  expect([note()?.textContent, announced()]).toEqual(['11 characters too many', '10 characters too many'])
  type(1000)
  expect([note()?.textContent, announced()]).toEqual(['0 characters left', ''])
})

it('marks required and optional fields', () => {
  const required = [...document.querySelectorAll('[aria-required=true]')].map((control) => control.id)
  expect(required).toEqual([
    'firstName',
    'lastName',
    'company',
    'email',
    'contactReason',
    'message',
    'consent',
    'gdprConsent',
  ])
  const marked = [...document.querySelectorAll<HTMLLabelElement>('label.required')]
  expect(marked.map((label) => label.htmlFor)).toEqual(required)
  for (const name of ['phone', 'country', 'program', 'desiredConsultants'] as const) {
    expect(document.querySelector(`label[for=${name}]`)?.textContent).toBe(`${fields[name].label} (optional)`)
  }
})
