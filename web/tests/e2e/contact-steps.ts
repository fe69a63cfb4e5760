import { expect } from '@playwright/test'
import { texts } from '../../src/content/all'
import type { ContactPage } from './contact-page'

/** The states of a form that Turnstile guards, from one that `openWithTurnstile({ solvesItself: false })` has opened. */

const textsOf = ({ language }: ContactPage) => texts[language]

export type Step = (contact: ContactPage) => Promise<void>

const locked: Step = async ({ page }) => {
  // The script is there before the form has asked it for a widget.
  await page.waitForFunction(
    () => (window as unknown as { standIn?: { renders: unknown[] } }).standIn?.renders.length,
  )
}

const ready: Step = async (contact) => {
  await locked(contact)
  await contact.standIn('solve')
  await expect(contact.button).toBeEnabled()
}

const asked: Step = async (contact) => {
  await locked(contact)
  await contact.standIn('ask')
  await expect(contact.page.getByText(textsOf(contact).botCheck.widget)).toBeVisible()
}

const expired: Step = async (contact) => {
  await ready(contact)
  await contact.standIn('expire')
  await expect(contact.page.getByText(textsOf(contact).botCheck.expired)).toBeVisible()
}

const copied: Step = async (contact) => {
  await locked(contact)
  const { page } = contact
  const { copy } = textsOf(contact).directContact
  await page.context().grantPermissions(['clipboard-write'])
  await page.getByRole('button', { name: copy.label }).click()
  await expect(page.getByRole('button', { name: copy.done })).toBeVisible()
}

const refused: Step = async (contact) => {
  await ready(contact)
  await contact.button.click()
  await expect(contact.summary).toBeFocused()
}

const sending: Step = async (contact) => {
  await contact.page.route('**/api/send-email', () => {})
  await ready(contact)
  await contact.fill()
  await contact.button.click()
  await expect(contact.button).toHaveText(textsOf(contact).form.submitting)
}

const failed: Step = async (contact) => {
  await contact.answerSends(503, { error: 'x', code: 'unavailable' })
  await ready(contact)
  await contact.fill()
  await contact.button.click()
  await expect(contact.failure).toBeVisible()
}

const sent: Step = async (contact) => {
  await contact.answerSends(201, { reference: 'FW-0000-0000' })
  await ready(contact)
  await contact.fill()
  await contact.button.click()
  await expect(contact.success).toBeVisible()
}

/** The panel of the first hour, and a form that is not ready. */
const incident: Step = async (contact) => {
  await locked(contact)
  // Where a visitor who chooses looks.
  await contact.field('contactReason').scrollIntoViewIfNeeded()
  await contact.field('contactReason').selectOption('incident-response')
  await expect(contact.page.locator('form').getByText(textsOf(contact).incident.heading)).toBeVisible()
}

/** Every state of the form after which somebody may look for a way on. */
export const states = { locked, asked, ready, expired, copied, refused, sending, failed, sent, incident }
