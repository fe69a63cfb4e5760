import { expect, test } from '@playwright/test'
import { botCheck, directContact } from '../../src/content/en/contact'
import { ContactPage } from './contact-page'
import { expectAccessible, widths } from './support'

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

const asked: Step = async (contact) => {
  await locked(contact)
  await contact.standIn('ask')
  await expect(contact.page.getByText(botCheck.widget)).toBeVisible()
}

const expired: Step = async (contact) => {
  await ready(contact)
  await contact.standIn('expire')
  await expect(contact.page.getByText(botCheck.expired)).toBeVisible()
}

const copied: Step = async (contact) => {
  await locked(contact)
  const { page } = contact
  await page.context().grantPermissions(['clipboard-write'])
  await page.getByRole('button', { name: directContact.copy.label }).click()
  await expect(page.getByRole('button', { name: directContact.copy.done })).toBeVisible()
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

const states = { locked, asked, ready, expired, copied, refused, sending, failed, sent }

for (const width of widths)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

    for (const [name, reach] of Object.entries(states))
      test(`no violation, nothing beside the page: ${name}`, async ({ page }) => {
        const contact = new ContactPage(page)
        await contact.openWithTurnstile({ solvesItself: false })
        await reach(contact)
        await expectAccessible(page, [width])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBe(0)
      })

    test('no violation: the scripts cannot be loaded', async ({ page }) => {
      await page.route('**/assets/**', (route) => route.abort())
      await page.goto('/contact')
      await expect(page.locator('html')).toHaveAttribute('data-failed', '')
      await expectAccessible(page, [width])
    })

    test('no violation: the scripts are still on their way', async ({ page }) => {
      await page.route('**/assets/**', () => {})
      await page.goto('/contact')
      await expectAccessible(page, [width])
    })

    test('no violation: the mail instead of the form', async ({ page }) => {
      await page.clock.install()
      await page.route('**/api/challenge', (route) => route.fulfill({ status: 503, json: {} }))
      const asked = page.waitForRequest('**/api/challenge')
      await page.goto('/contact')
      await asked
      await page.clock.runFor(35_000)
      await expect(new ContactPage(page).fallback).toBeVisible()
      await expectAccessible(page, [width])
    })
  })
