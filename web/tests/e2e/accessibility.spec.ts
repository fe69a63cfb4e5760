import { expect, test } from '@playwright/test'
import { routePaths } from '../../src/content/addresses'
import { menus } from '../../src/content/en/nav'
import { expectAccessible, open, openBrokenPage } from './support'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const path of [...routePaths, '/no-such-page'])
  test(`no violation on ${path}`, async ({ page }) => {
    await open(page, path)
    await expectAccessible(page)
  })

test('no violation on the error screen', async ({ page }) => {
  await openBrokenPage(page)
  await expectAccessible(page)
})

test('no violation in the mobile menu, closed sections and an open one', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await open(page, '/about-team')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectAccessible(page, [360])
  await page.locator('#mobile-menu summary', { hasText: 'About' }).click()
  await expectAccessible(page, [360])
})

for (const width of [768, 1440])
  for (const { label } of menus)
    test(`no violation in the menu ${label}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await open(page, '/services/devsecops')
      const bar = page.getByRole('navigation', { name: 'Main' })
      await bar.getByRole('button', { name: label, exact: true }).click()
      await expect(page.locator('.menu-panel:popover-open')).toBeVisible()
      await expectAccessible(page, [width])
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
