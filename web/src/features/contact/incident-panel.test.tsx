import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { contactReasons, incident } from '../../content/contact'
import { urgentPhone } from '../../content/site'
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
      <IncidentPanel form={form} />
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
  const call = screen.getByRole('link', { name: urgentPhone.number })
  expect(call.getAttribute('href')).toBe(`tel:${urgentPhone.number.replaceAll(' ', '')}`)
  expect(region.textContent).toContain(urgentPhone.hours)
  for (const step of incident.steps) expect(region.textContent).toContain(step)
  expect(region.textContent).toContain(incident.urgent)
  choose('other')
  expect(region.textContent).toBe('')
})

it('names each report that Swiss law may ask for, with its source', () => {
  render(<Form />)
  choose('incident-response')
  for (const { text, sources } of incident.reports) {
    const report = screen.getByText(
      (_, element) => element?.tagName === 'LI' && element.textContent?.startsWith(text) === true,
    )
    expect([...report.querySelectorAll('a')].map((link) => link.href)).toEqual(sources.map(({ url }) => url))
  }
  choose('other')
  expect(screen.queryAllByRole('link')).toEqual([])
})
