import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { muteControls, unmuteControls } from './hydrated'

const events = [
  'pointerdown',
  'touchstart',
  'pointercancel',
  'click',
  'keydown',
  'textInput',
  'input',
  'change',
]

test('events of controls are heard only after unmuting, those of other elements always', () => {
  document.body.innerHTML =
    '<label>Name<input></label><select></select><textarea></textarea><button>Send</button>'
  const heard: string[] = []
  const act = () => {
    heard.length = 0
    for (const target of document.body.querySelectorAll('*'))
      for (const name of events) target.dispatchEvent(new Event(name, { bubbles: true }))
    return [...new Set(heard)]
  }
  for (const name of events)
    document.body.addEventListener(
      name,
      ({ type, target }) => heard.push(`${type} ${(target as Element).tagName}`),
      true,
    )
  const of = (tag: string) => events.map((name) => `${name} ${tag}`)
  const container = document.createElement('div')
  muteControls(container, () => createRoot(container))
  expect(act()).toEqual(of('BUTTON'))
  unmuteControls()
  expect(act()).toEqual(['LABEL', 'INPUT', 'SELECT', 'TEXTAREA', 'BUTTON'].flatMap(of))
})
