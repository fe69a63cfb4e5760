import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { emailHelp, fields } from '#texts/contact'
import { field, fill, giveToken, sending, submit } from '../../../tests/contact-form'

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
  expect(field('email').getAttribute('aria-describedby')).toBe('email-hint email-error email-note')
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

const note = () => document.getElementById('email-note')

it('says below an address that it refuses how to write one', async () => {
  fill()
  fireEvent.input(field('email'), { target: { value: 'canary' } })
  giveToken()
  await submit()
  await waitFor(() =>
    expect(document.getElementById('email-error')?.textContent).toContain('Invalid email address'),
  )
  expect(note()?.textContent).toBe(emailHelp.example)
})

it('offers what was probably meant once the control is left, and enters it at a press', async () => {
  fill()
  const email = field('email')
  fireEvent.input(email, { target: { value: 'canary@gmial.com' } })
  expect(note()?.textContent).toBe('')
  fireEvent.blur(email)
  const offer = await screen.findByRole('button', {
    name: emailHelp.meant.replace('{address}', 'canary@gmail.com'),
  })
  fireEvent.click(offer)
  expect(email.value).toBe('canary@gmail.com')
  expect(document.activeElement).toBe(email)
  expect(note()?.textContent).toBe('')
})

it('takes the address as it was typed, with a domain in Unicode', async () => {
  sending.mockResolvedValue({ ok: true, reference: undefined })
  fill()
  fireEvent.input(field('email'), { target: { value: 'name@ma\u00dfanfertigung.de' } })
  fireEvent.blur(field('email'))
  giveToken()
  await submit()
  await waitFor(() => expect(sending).toHaveBeenCalled())
  expect(sending.mock.calls[0]?.[0].email).toBe('name@ma\u00dfanfertigung.de')
  expect(screen.getByText('name@ma\u00dfanfertigung.de')).toBeTruthy()
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
  for (const [name, { label }] of Object.entries(fields)) {
    const text = required.includes(name) ? label : `${label} (optional)`
    const place = `${name} in person-fields.tsx or inquiry-fields.tsx`
    expect(document.querySelector(`label[for=${name}]`)?.textContent, place).toBe(text)
  }
})
