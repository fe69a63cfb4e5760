import { createElement } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const FORM =
  '<form><label>Name<input name="firstName"></label><select></select><textarea></textarea><button>Send</button></form>'

beforeEach(() => {
  vi.resetModules()
  document.body.innerHTML = FORM
})
// React works in later tasks.
afterEach(() => new Promise((done) => setTimeout(done, 50)))

/** The types that React listens to. */
function listenedTypes() {
  const container = document.createElement('div')
  const listen = vi.spyOn(container, 'addEventListener')
  createRoot(container)
  return [...new Set(listen.mock.calls.map(([type]) => type))]
}

/** Whether React hydrates a control at once when this happens on it. */
function hydratesAtOnce(type: string) {
  const control = createElement('input', { onChange() {} })
  const container = document.createElement('div')
  container.innerHTML = renderToString(control)
  document.body.append(container)
  const root = hydrateRoot(container, control, { onRecoverableError() {} })
  const input = container.querySelector('input')!
  input.dispatchEvent(new Event(type, { bubbles: true }))
  const isHydrated = Object.keys(input).some((key) => key.startsWith('__reactProps'))
  root.unmount()
  return isHydrated
}

test('of controls, all events are muted for which React would hydrate at once', async () => {
  // A reset happens to forms alone.
  const urgent = listenedTypes().filter((type) => type !== 'reset' && hydratesAtOnce(type))
  expect(urgent).toContain('keydown')
  const { unmuteControls } = await import('./prerendered-form')
  const heard: string[] = []
  const act = () => {
    heard.length = 0
    for (const target of document.body.querySelectorAll('form *'))
      for (const name of urgent) target.dispatchEvent(new Event(name, { bubbles: true }))
    return [...new Set(heard)]
  }
  for (const name of urgent)
    document.body.addEventListener(
      name,
      ({ type, target }) => heard.push(`${type} ${(target as Element).tagName}`),
      true,
    )
  const of = (tag: string) => urgent.map((name) => `${name} ${tag}`)
  expect(act()).toEqual(of('BUTTON'))
  unmuteControls()
  expect(act()).toEqual(['LABEL', 'INPUT', 'SELECT', 'TEXTAREA', 'BUTTON'].flatMap(of))
})

test('a form that was not in the document is left alone', async () => {
  document.body.innerHTML = ''
  const { takeOver } = await import('./prerendered-form')
  document.body.innerHTML = FORM
  const heard = vi.fn()
  document.body.addEventListener('keydown', heard)
  document.querySelector('input')!.dispatchEvent(new Event('keydown', { bubbles: true }))
  takeOver(document.querySelector('form'))
  expect(heard).toHaveBeenCalledOnce()
})
