import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import { ContactPage } from './contact-page'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every rule of axe, the best practices included; violations as short lines. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document)
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 768, 1440]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } })

      test('no violation: locked, ready, refused, failed, sent', async ({ page }) => {
        const contact = new ContactPage(page)
        const found: Record<string, string[]> = {}
        await contact.openWithTurnstile({ solvesItself: false })
        await page.waitForFunction(() => (window as unknown as { standIn?: object }).standIn)
        found.locked = await violations(page)
        await contact.standIn('solve')
        await expect(contact.button).toBeEnabled()
        found.ready = await violations(page)
        await contact.button.click()
        await expect(contact.summary).toBeFocused()
        found.refused = await violations(page)
        await contact.fill()
        await contact.answerSends(503, { error: 'x', code: 'unavailable' })
        await contact.button.click()
        await expect(contact.failure).toBeVisible()
        found.failed = await violations(page)
        await contact.answerSends(201, { reference: 'FW-0000-0000' })
        await contact.standIn('solve')
        await contact.button.click()
        await expect(contact.success).toBeVisible()
        found.sent = await violations(page)
        expect(found).toEqual({ locked: [], ready: [], refused: [], failed: [], sent: [] })
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
        expect(await violations(page)).toEqual([])
      })
    })
  }
}
