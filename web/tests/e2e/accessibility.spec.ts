import { expect, test } from '@playwright/test'
import { menus } from '../../src/content/nav'
import { routePaths } from '../../src/content/paths'
import { expectAccessible, open, openBrokenPage, views } from './support'

for (const { colorScheme, width } of views)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

    for (const path of [...routePaths, '/no-such-page'])
      test(`no violation on ${path}`, async ({ page }) => {
        await open(page, path)
        await expectAccessible(page)
      })

    test('no violation on the error screen', async ({ page }) => {
      await openBrokenPage(page)
      await expectAccessible(page)
    })

    if (width < 768) {
      test('no violation in the mobile menu', async ({ page }) => {
        await open(page, '/about-team')
        await page.getByRole('button', { name: 'Open menu' }).click()
        await expectAccessible(page)
      })

      test('no violation in the mobile menu with a section open', async ({ page }) => {
        await open(page, '/about-team')
        await page.getByRole('button', { name: 'Open menu' }).click()
        await page.locator('#mobile-menu summary', { hasText: 'About' }).click()
        await expectAccessible(page)
      })
    } else {
      for (const { label } of menus)
        test(`no violation in the menu ${label}`, async ({ page }) => {
          await open(page, '/services/devsecops')
          const bar = page.getByRole('navigation', { name: 'Main' })
          await bar.getByRole('button', { name: label, exact: true }).click()
          await expect(page.locator('.menu-panel:popover-open')).toBeVisible()
          await expectAccessible(page)
        })
    }
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
