import { expect, test } from '@playwright/test'
import { routePaths } from '../../src/content/paths'
import { expectAccessible, open, widths } from './support'

for (const path of [...routePaths, '/no-such-page'])
  test(`${path} at three widths in two themes`, async ({ page }) => {
    await open(page, path)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await expectAccessible(page, `${path} ${width} px ${colorScheme}`)
      }
    }
  })

test('menus, open', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/services/devsecops')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const name of ['Why Us', 'Services', 'Programs', 'Resources', 'About']) {
        await page
          .getByRole('navigation', { name: 'Main' })
          .getByRole('button', { name, exact: true })
          .click()
        await expect(page.locator('.menu-panel:popover-open')).toBeVisible()
        await expectAccessible(page, `menu ${name} ${width} px ${colorScheme}`)
      }
      await page.keyboard.press('Escape')
    }
  }
})

test('the mobile menu, open and expanded', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, '/about-team')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectAccessible(page, `mobile menu ${colorScheme}`)
    await page.locator('#mobile-menu summary', { hasText: 'About' }).click()
    await expectAccessible(page, `mobile menu, a section open, ${colorScheme}`)
    await page.locator('#mobile-menu summary', { hasText: 'About' }).click()
    await page.keyboard.press('Escape')
  }
})

test('the error screen', async ({ page }) => {
  await open(page, '/services')
  await page.route(/assets\/devsecops-.*\.js/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { throw new Error("on purpose") }',
    }),
  )
  await page
    .getByRole('main')
    .getByRole('link', { name: /DevSecOps/ })
    .click()
  await expect(page.locator('h1')).toHaveText('Unexpected Application Error!')
  await expectAccessible(page, 'error screen')
})

test('forced colours keep every control visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/')
  const border = await page
    .getByRole('main')
    .getByRole('link', { name: 'Free Consultation' })
    .evaluate((element) => getComputedStyle(element).borderTopWidth)
  expect(Number.parseFloat(border)).toBeGreaterThan(0)
})
