import { expect, it } from 'vitest'
import { suggestedAddress } from './suggested-address'

it.each([
  ['canary@gmial.com', 'canary@gmail.com'],
  ['canary@gmai.com', 'canary@gmail.com'],
  ['canary@gmaill.com', 'canary@gmail.com'],
  ['canary@GMAIL.CON', 'canary@gmail.com'],
  ['canary@gmail.co', 'canary@gmail.com'],
  ['canary@hotmial.com', 'canary@hotmail.com'],
  ['canary@blewin.ch', 'canary@bluewin.ch'],
  ['canary@visitor.example.', 'canary@visitor.example'],
  ['canary@visitor.example,', 'canary@visitor.example'],
  ['canary@visitor,example', 'canary@visitor.example'],
  ['Canary Testfall <canary@visitor.example>', 'canary@visitor.example'],
  ['mailto:canary@visitor.example', 'canary@visitor.example'],
  ['canary @ gmail.com', 'canary@gmail.com'],
])('takes %s for %s', (typed, meant) => {
  expect(suggestedAddress(typed)).toBe(meant)
})

it.each([
  'canary@gmail.com',
  'Canary@Gmail.com',
  'canary@mail.com',
  'canary@email.com',
  'canary@ymail.com',
  'canary@hotmail.ch',
  'canary@outlook.de',
  'canary@visitor.example',
  'name@m\u00fcller.ch',
  'gmial.com',
  'canary',
  '',
  'a@visitor.example, b@visitor.example',
])('has nothing to say about %s', (typed) => {
  expect(suggestedAddress(typed)).toBeUndefined()
})
