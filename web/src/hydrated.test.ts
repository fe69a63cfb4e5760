import { expect, test } from 'vitest'
import { hearTyping, typeUnheard } from './hydrated'

test('what is done to a control is heard by nobody until it is asked for, and all else is', () => {
  document.body.innerHTML = '<label><input></label><button>Send</button>'
  const heard: string[] = []
  document.body.addEventListener('keydown', ({ target }) => heard.push((target as Element).tagName), true)
  const type = () => {
    for (const target of document.body.querySelectorAll('input, button'))
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  }
  typeUnheard()
  type()
  expect(heard).toEqual(['BUTTON'])
  hearTyping()
  type()
  expect(heard).toEqual(['BUTTON', 'INPUT', 'BUTTON'])
})
