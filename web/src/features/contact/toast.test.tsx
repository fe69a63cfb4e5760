import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ToastMessage, Toasts } from './toast'

const onClose = vi.fn()
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const SUCCESS: ToastMessage = { id: 1, kind: 'success', content: 'sent' }
const ERROR: ToastMessage = { id: 2, kind: 'error', content: 'not sent' }

beforeEach(() => {
  vi.useFakeTimers()
  onClose.mockReset()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('keeps both live regions in the page', () => {
  render(<Toasts toast={undefined} onClose={onClose} />)
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getByRole('alert').textContent).toBe('')
})

it('announces success politely and failure at once', () => {
  const { rerender } = render(<Toasts toast={SUCCESS} onClose={onClose} />)
  expect(screen.getByRole('status').textContent).toContain('sent')
  rerender(<Toasts toast={ERROR} onClose={onClose} />)
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getByRole('alert').textContent).toContain('not sent')
})

it.each([
  [SUCCESS, 5000],
  [ERROR, 8000],
])('closes $kind after its time', (toast, time) => {
  render(<Toasts toast={toast} onClose={onClose} />)
  wait(time - 1)
  expect(onClose).not.toHaveBeenCalled()
  wait(1)
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('pauses under the pointer and then continues with the remaining time', () => {
  render(<Toasts toast={SUCCESS} onClose={onClose} />)
  const toast = document.querySelector('[data-toast]')!
  wait(4000)
  fireEvent.pointerEnter(toast)
  wait(60_000)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerLeave(toast)
  wait(999)
  expect(onClose).not.toHaveBeenCalled()
  wait(1)
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('pauses while the focus is inside', () => {
  render(<Toasts toast={ERROR} onClose={onClose} />)
  act(() => screen.getByRole('button').focus())
  wait(60_000)
  expect(onClose).not.toHaveBeenCalled()
  act(() => screen.getByRole('button').blur())
  wait(8000)
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('closes by Escape and by its button', () => {
  render(<Toasts toast={ERROR} onClose={onClose} />)
  fireEvent.keyDown(document, { key: 'Enter' })
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(document, { key: 'Escape' })
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('gives a second message of the same kind its whole time', () => {
  const { rerender } = render(<Toasts toast={ERROR} onClose={onClose} />)
  wait(7000)
  rerender(<Toasts toast={{ ...ERROR, id: 3 }} onClose={onClose} />)
  wait(7000)
  expect(onClose).not.toHaveBeenCalled()
})
