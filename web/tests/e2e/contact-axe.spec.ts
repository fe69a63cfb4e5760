import { expect, test } from '@playwright/test'
import { ContactPage } from './contact-page'
import { expectAccessible, views } from './support'

type Step = (contact: ContactPage) => Promise<void>

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
  await expect(contact.button).toHaveText('Sending...')
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

const states = { locked, ready, refused, sending, failed, sent }

for (const { colorScheme, width } of views)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

    for (const [name, reach] of Object.entries(states))
      test(`no violation, nothing beside the page: ${name}`, async ({ page }) => {
        const contact = new ContactPage(page)
        await contact.openWithTurnstile({ solvesItself: false })
        await reach(contact)
        await expectAccessible(page)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBe(0)
      })

    test('no violation: the mail instead of the form', async ({ page }) => {
      await page.clock.install()
      await page.route('**/api/challenge', (route) => route.fulfill({ status: 503, json: {} }))
      const asked = page.waitForRequest('**/api/challenge')
      await page.goto('/contact')
      await asked
      await page.clock.runFor(35_000)
      await expect(new ContactPage(page).fallback).toBeVisible()
      await expectAccessible(page)
    })
  })
