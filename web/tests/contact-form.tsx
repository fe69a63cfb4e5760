import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { useImperativeHandle } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { consentTexts, type fields } from '../src/content/en/contact'
import { ContactForm } from '../src/features/contact/contact-form'
import { EMPTY_INQUIRY } from '../src/features/contact/inquiry'
import { sendInquiry } from '../src/features/contact/send'
import { keepDraft, submission } from '../src/features/contact/submission'
import { dismissToast } from '../src/features/contact/toast'

/** The contact form in a page, with a bot check and a send that a test answers. */

type ChallengeProps = Parameters<typeof import('../src/features/contact/challenge/challenge').Challenge>[0]

const mockedChallenge = vi.hoisted(() => ({
  props: undefined as ChallengeProps | undefined,
  reset: vi.fn(),
  getResponse: vi.fn<() => string | undefined>(),
  getResponsePromise: vi.fn<() => Promise<string>>(),
}))

vi.mock(import('../src/features/contact/send'), async (original) => ({
  ...(await original()),
  sendInquiry: vi.fn(),
}))
vi.mock('../src/features/contact/challenge/challenge', () => ({
  Challenge(props: ChallengeProps) {
    mockedChallenge.props = props
    useImperativeHandle(props.ref, () => mockedChallenge)
    return null
  },
}))

// The first send loads the form's rules, which takes over a second where the processor is busy.
configure({ asyncUtilTimeout: 4_000 })

/** A hoisted variable itself cannot be exported. */
export const challenge = mockedChallenge
export const sending = vi.mocked(sendInquiry)
export const button = () =>
  screen.getByRole('button', { name: /^Send(ing\.\.\.| Message)$/, hidden: true }) as HTMLButtonElement
export const field = (name: keyof typeof fields) => document.getElementById(name) as HTMLInputElement
export const locked = () => button().disabled || button().getAttribute('aria-disabled') === 'true'

beforeEach(() => {
  vi.clearAllMocks()
  mockedChallenge.getResponse.mockReturnValue('token')
  mockedChallenge.getResponsePromise.mockReturnValue(new Promise(() => {}))
  document.title = 'Contact'
  open()
})

afterEach(forgetVisit)

export const open = () => render(<ContactForm />)

export function forgetVisit() {
  cleanup()
  act(() => {
    submission.set({ phase: 'editing' })
    dismissToast()
  })
  keepDraft(EMPTY_INQUIRY)
}

export const giveToken = () => act(() => mockedChallenge.props?.onToken('token'))
export const clearToken = () => act(() => mockedChallenge.props?.onClear())

export function fill() {
  const texts = { firstName: 'Canary', lastName: 'Testfall', company: 'Probe AG', message: 'Hello' }
  for (const [name, value] of Object.entries(texts)) {
    fireEvent.input(field(name as keyof typeof fields), { target: { value } })
  }
  fireEvent.input(field('email'), { target: { value: 'canary@firnwall.example' } })
  fireEvent.change(field('contactReason'), { target: { value: 'devsecops' } })
  fireEvent.change(field('desiredConsultants'), { target: { value: '3' } })
  for (const text of Object.values(consentTexts)) fireEvent.click(screen.getByLabelText(text))
}

/** Holds the next send until the function that it returns is called. */
export function holdSend() {
  let finish = (_: Awaited<ReturnType<typeof sendInquiry>>) => {}
  sending.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
  return (result: Parameters<typeof finish>[0]) => finish(result)
}

export async function submit() {
  await act(async () => {
    fireEvent.submit(document.querySelector('form')!)
    // What the form loads before its first send.
    await Promise.all([
      import('../src/features/contact/form-control'),
      import('../src/features/contact/rules'),
    ])
  })
}
