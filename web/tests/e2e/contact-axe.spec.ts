import { expect, type Locator, type Page, test } from '@playwright/test'
import { texts } from '../../src/content/all'
import { ContactPage } from './contact-page'
import { type Step, states } from './contact-steps'
import { expectAccessible, widths } from './support'

type Name = keyof typeof states

const call = (within: Locator) => within.locator('a[href^="tel:"]').first()

/** The panel that a state adds to the form. Its call is on the screen of a phone. */
const panelOf: Partial<Record<Name, (contact: ContactPage) => Locator>> = {
  failed: ({ page }) => page.locator('[data-not-sent]'),
  incident: ({ page, language }) =>
    page.locator('form [role=status]').filter({ hasText: texts[language].incident.heading }),
}

/** The row of the button, where a slow check or one that cannot run offers other ways. */
const besideButton = (page: Page) => page.locator('form div:has(> [role=status] > #bot-check-status)')

for (const width of widths)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

    for (const [name, reach] of Object.entries(states) as [Name, Step][])
      test(`no violation, nothing beside the page: ${name}`, async ({ page }) => {
        const contact = new ContactPage(page)
        await contact.openWithTurnstile({ solvesItself: false })
        await reach(contact)
        const panel = panelOf[name]?.(contact)
        if (width === widths[0] && panel) await expect(call(panel)).toBeInViewport()
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
      if (width === widths[0]) {
        await page.locator('#bot-check-status').scrollIntoViewIfNeeded()
        await expect(call(besideButton(page))).toBeInViewport()
      }
      await expectAccessible(page, [width])
    })
  })

for (const name of ['refused', 'failed', 'sent', 'incident'] as const)
  test(`no violation in German: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: widths[0], height: 900 })
    const contact = new ContactPage(page, 'de')
    await contact.openWithTurnstile({ solvesItself: false })
    await states[name](contact)
    const panel = panelOf[name]?.(contact)
    if (panel) await expect(call(panel)).toBeInViewport()
    await expectAccessible(page, [widths[0]])
  })
