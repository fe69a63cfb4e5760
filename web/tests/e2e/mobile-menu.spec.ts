import { expect, type Page, test } from '@playwright/test'
import { menus } from '../../src/content/en/nav'
import { mobile, open } from './support'

test.use({ viewport: mobile, hasTouch: true })

const hamburger = (page: Page) => page.getByRole('button', { name: /(Open|Close) menu/ })
const menu = (page: Page) => page.locator('#mobile-menu')

test.beforeEach(({ page }) => open(page, '/').then(() => undefined))

test('fills the screen below the header and locks what is behind', async ({ page }) => {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await hamburger(page).tap()
  await expect(menu(page)).toBeVisible()
  await expect(hamburger(page)).toHaveAccessibleName('Close menu')
  await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'true')
  expect(await menu(page).boundingBox()).toEqual({
    x: 0,
    y: 80,
    width: mobile.width,
    height: mobile.height - 80,
  })
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, 600)
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await hamburger(page).tap()
  await expect(menu(page)).toBeHidden()
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
})

test('sections expand one at a time and hold every link', async ({ page }) => {
  await hamburger(page).tap()
  for (const section of menus) {
    await menu(page).locator('summary', { hasText: section.label }).tap()
    await expect(menu(page).locator('details[open]')).toHaveCount(1)
    for (const item of section.items)
      await expect(menu(page).locator('details[open]').locator(`a[href="${item.href}"]`)).toBeVisible()
  }
  await menu(page).locator('details[open] summary').tap()
  await expect(menu(page).locator('details[open]')).toHaveCount(0)
})

test('offers the free consultation', async ({ page }) => {
  await hamburger(page).tap()
  await menu(page).getByRole('link', { name: 'Claim your free consultation' }).tap()
  await expect(page).toHaveURL('/contact')
  await expect(menu(page)).toBeHidden()
})

test('a chosen link closes it and unlocks the page', async ({ page }) => {
  await hamburger(page).tap()
  await menu(page).locator('summary', { hasText: 'Programs' }).tap()
  await menu(page).getByRole('link', { name: /EDR/ }).tap()
  await expect(page).toHaveURL('/programs/edr-implementation')
  await expect(menu(page)).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden')
})

test('by keyboard: Enter, Escape, focus back, and leaving it closes', async ({ page }) => {
  await hamburger(page).focus()
  await page.keyboard.press('Enter')
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(menu(page).locator('summary').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu(page).locator('details[open]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(hamburger(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(menu(page)).toBeHidden()
})

test('a window made wide closes it', async ({ page }) => {
  await hamburger(page).tap()
  await page.setViewportSize({ width: 768, height: 780 })
  await expect(menu(page)).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.setViewportSize(mobile)
  await expect(menu(page)).toBeHidden()
})

test('has one typeface', async ({ page }) => {
  await hamburger(page).tap()
  const entries = menu(page).locator('summary, nav > a, details a > :first-child')
  const families = await entries.evaluateAll((all) => all.map((one) => getComputedStyle(one).fontFamily))
  expect(families.length).toBeGreaterThan(menus.length + 1)
  expect(new Set(families).size).toBe(1)
})
