import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useImperativeHandle } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { botCheck, consentTexts, fields } from '../../content/contact'
import { site } from '../../content/site'
import { ContactForm } from './contact-form'
import { sendInquiry } from './send'

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
const button = () => screen.getByRole('button', { name: /^Send/ }) as HTMLButtonElement
const field = (name: keyof typeof fields) => document.getElementById(name) as HTMLInputElement
const locked = () => button().disabled || button().getAttribute('aria-disabled') === 'true'

beforeEach(() => {
  vi.clearAllMocks()
  challenge.getResponse.mockReturnValue('token')
  challenge.getResponsePromise.mockReturnValue(new Promise(() => {}))
  document.title = 'Contact'
  render(<ContactForm />)
})

afterEach(cleanup)

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
  })
}

it('stays locked until the bot check has produced a token, and says why', () => {
  expect(button().disabled).toBe(true)
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
  expect(field('firstName').value).toBe('')
  expect(field('message').readOnly).toBe(false)
  expect(field('contactReason').value).toBe('')
  expect(field('desiredConsultants').value).toBe('')
  expect((screen.getByLabelText(consentTexts.consent) as HTMLInputElement).checked).toBe(false)
  expect(challenge.reset).toHaveBeenCalledTimes(1)
  expect(locked()).toBe(true)

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
  cleanup()
  challenge.getResponsePromise.mockRejectedValueOnce(new Error('Timeout'))
  await act(async () => {
    render(<ContactForm />)
  })
  await act(async () => fill())
  const link = screen.getByRole('link', { name: botCheck.unavailable.mailLink }) as HTMLAnchorElement
  expect(new URL(link.href).pathname).toBe(site.email)
  expect(new URL(link.href).searchParams.get('body')).toMatch(
    /^Hello\r\n\r\nFirst name: Canary\r\nLast name: Testfall\r\n/,
  )
  giveToken()
  expect(screen.queryByRole('link', { name: botCheck.unavailable.mailLink })).toBeNull()
})

it('leaves a check that waits for the visitor its instruction, with the mail beside it', async () => {
  cleanup()
  let fail = () => {}
  challenge.getResponsePromise.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = () => reject(new Error('Timeout'))
    }),
  )
  render(<ContactForm />)
  act(() => challenge.props?.onInteraction())
  await act(async () => fail())
  expect(document.getElementById('bot-check-status')?.textContent).toBe(botCheck.widget)
  expect(screen.queryByText(botCheck.unavailable.heading)).toBeNull()
  expect(screen.getByRole('link', { name: botCheck.unavailable.mailLink })).toBeTruthy()
})

it('restarts a wait that ended in the background', async () => {
  cleanup()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  challenge.getResponsePromise.mockRejectedValue(new Error('Timeout'))
  await act(async () => {
    render(<ContactForm />)
  })
  expect(screen.queryByText(botCheck.unavailable.heading)).toBeNull()
  visibility.mockRestore()
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(challenge.getResponsePromise).toHaveBeenCalledTimes(3)
  expect(screen.getByText(botCheck.unavailable.heading)).toBeTruthy()
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
