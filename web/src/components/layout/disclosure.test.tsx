import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeMenus, moveByArrowKeys, useDisclosure } from './disclosure'

function Bar() {
  const { button, panel, onBlur } = useDisclosure('menu')
  return (
    <nav className="site-header" onKeyDown={moveByArrowKeys}>
      <ul>
        <li onBlur={onBlur}>
          <button {...button}>Menu</button>
          <div {...panel}>
            <a href="/inside">Inside</a>
          </div>
        </li>
        <li>
          <a href="/next">Next</a>
        </li>
      </ul>
    </nav>
  )
}

const { popover } = Object.getOwnPropertyDescriptors(HTMLElement.prototype)
const { checkVisibility } = Element.prototype
const { matches } = Element.prototype

// As in Safari 16, Firefox 124 and Chrome 113.
beforeEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'popover')
  Reflect.deleteProperty(Element.prototype, 'checkVisibility')
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    if (selector.includes(':popover-open')) throw new SyntaxError(selector)
    return matches.call(this, selector)
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  if (popover) Object.defineProperty(HTMLElement.prototype, 'popover', popover)
  if (checkVisibility) Element.prototype.checkVisibility = checkVisibility
})

it('does without popovers where the browser has none', () => {
  render(<Bar />)
  const button = screen.getByRole('button')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  act(closeMenus)
  button.focus()
  fireEvent.keyDown(button, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(screen.getByText('Next'))
})
