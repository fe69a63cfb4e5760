import { expect, it } from 'vitest'
import { messages } from '#texts/contact'
import { refusals } from '#texts/refusals'
import { wordedRefusal } from './refusal'

it('is the server’s sentence in English, word for word', () => {
  expect(wordedRefusal('email', 'Invalid email address')).toBe('Invalid email address')
  expect(wordedRefusal('country', 'Country must be less than 56 characters', 'en')).toMatch(/^Country/)
})

it('is the page’s own text elsewhere, whichever rule refused', () => {
  const worded = (name: Parameters<typeof wordedRefusal>[0], message: string) =>
    wordedRefusal(name, message, 'de')
  expect(worded('email', 'Email must be less than 255 characters')).toBe(messages.email.tooLong)
  expect(worded('email', 'Invalid email address')).toBe(messages.email.invalid)
  expect(worded('phone', 'Phone number must be at least 5 characters')).toBe(messages.phone.tooShort)
  expect(worded('message', 'Message is required')).toBe(messages.message.required)
  expect(worded('country', 'Country must be less than 56 characters')).toBe(refusals.unclear)
  expect(worded('consent', 'This page is out of date. Copy your message')).toBe(refusals.outOfDate)
})
