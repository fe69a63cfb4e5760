import { expect, test } from '@playwright/test'
import { site } from '../../src/content/en/site'
import { mobile } from './support'

test.use({ javaScriptEnabled: false })

test('pages, links and menus work without scripts', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('h1')).toHaveText(/Your Security\. Your Data\. Your Future\./)
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('button', { name: 'Services' }).click()
  await expect(page.locator('#menu-services')).toBeVisible()
  await bar.getByRole('button', { name: 'Programs' }).click()
  await expect(page.locator('#menu-services')).toBeHidden()
  await page.mouse.click(700, 850)
  await expect(page.locator('#menu-programs')).toBeHidden()
  await bar.getByRole('button', { name: 'Programs' }).click()
  await page
    .locator('#menu-programs')
    .getByRole('link', { name: /Purple/ })
    .click()
  await expect(page.locator('h1')).toHaveText('Purple Team Operations')
})

test('Escape closes a menu and returns the focus', async ({ page }) => {
  await page.goto('/about')
  const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Why Us' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(page.locator('#menu-why-us')).toBeHidden()
})

test('on a phone, too, the whole page is laid out', async ({ page }) => {
  await page.setViewportSize(mobile)
  await page.goto('/')
  await expect(page.locator('footer')).toHaveCSS('content-visibility', 'visible')
})

test('the mobile menu opens, expands and leads on', async ({ page }) => {
  await page.setViewportSize(mobile)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.locator('#mobile-menu summary', { hasText: 'About' }).click()
  await page.locator('#mobile-menu').getByRole('link', { name: /Team/ }).click()
  await expect(page.locator('h1')).toHaveText('The people you would work with')
})

test('the contact page says how to write directly', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('heading', { name: 'The form needs JavaScript' })).toBeVisible()
  await expect(page.locator('main').locator(`a[href="mailto:${site.email}"]`).first()).toBeVisible()
})
