import { expect, type Page, test } from '@playwright/test'
import { ContactPage } from './contact-page'
import { states } from './contact-steps'
import { expectAccessible, widths } from './support'

/** On a phone, a call is one tap away in every state. */
const call = (page: Page) => page.locator('main a[href^="tel:"]').first()

for (const width of widths)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

    for (const [name, reach] of Object.entries(states))
      test(`no violation, nothing beside the page: ${name}`, async ({ page }) => {
        const contact = new ContactPage(page)
        await contact.openWithTurnstile({ solvesItself: false })
        await reach(contact)
        if (width === widths[0]) await expect(call(page)).toBeVisible()
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
      if (width === widths[0]) await expect(call(page)).toBeVisible()
      await expectAccessible(page, [width])
    })

    test('no violation: the scripts are still on their way', async ({ page }) => {
      await page.route('**/assets/**', () => {})
      await page.goto('/contact')
      if (width === widths[0]) await expect(call(page)).toBeVisible()
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
      if (width === widths[0]) await expect(call(page)).toBeVisible()
      await expectAccessible(page, [width])
    })
  })

for (const name of ['refused', 'failed', 'sent', 'incident'] as const)
  test(`no violation in German: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: widths[0], height: 900 })
    const contact = new ContactPage(page, 'de')
    await contact.openWithTurnstile({ solvesItself: false })
    await states[name](contact)
    await expect(call(page)).toBeVisible()
    await expectAccessible(page, [widths[0]])
  })
