import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { applicationError } from '#texts/application-error'
import { site, urgentPhone } from '#texts/site'
import { ErrorBoundary } from './error-boundary'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Broken(): never {
  throw new Error('broken')
}

it('says what happened, takes the focus and names the address and the number', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  const heading = screen.getByRole('heading', { name: applicationError.heading })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByRole('link', { name: site.email }).getAttribute('href')).toBe(`mailto:${site.email}`)
  expect(screen.getByRole('link', { name: urgentPhone.number })).toBeDefined()
})
