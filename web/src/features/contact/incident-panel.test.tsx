import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { contactReasons, incident } from '../../content/contact'
import { IncidentPanel } from './incident-panel'

afterEach(cleanup)

function Form() {
  const form = useRef<HTMLFormElement>(null)
  return (
    <form ref={form}>
      <select name="contactReason" aria-label="Reason">
        {contactReasons.map(({ value }) => (
          <option key={value}>{value}</option>
        ))}
      </select>
      <IncidentPanel form={form} phone="+41 44 000 00 01" />
    </form>
  )
}

function choose(reason: string) {
  const select = screen.getByLabelText<HTMLSelectElement>('Reason')
  act(() => {
    select.value = reason
    select.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

it('shows and announces the number and the first hour for an incident alone', () => {
  render(<Form />)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  choose('incident-response')
  expect(screen.getByRole('link', { name: '+41 44 000 00 01' }).getAttribute('href')).toBe('tel:+41440000001')
  for (const step of incident.steps) expect(region.textContent).toContain(step)
  expect(region.textContent).toContain(incident.urgent)
  choose('other')
  expect(region.textContent).toBe('')
})
