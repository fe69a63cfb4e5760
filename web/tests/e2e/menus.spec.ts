import { expect, type Page, test } from '@playwright/test'
import { menus } from '../../src/content/en/nav'
import { open } from './support'

/** The rows of the ARIA disclosure-navigation pattern, on the desktop bar. */

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const panels = (page: Page) => page.locator('.menu-panel:popover-open')

test.beforeEach(({ page }) => open(page, '/').then(() => undefined))

test('every menu opens its labelled links with descriptions', async ({ page }) => {
  for (const menu of menus) {
    await button(page, menu.label).click()
    await expect(panels(page)).toHaveCount(1)
    for (const item of menu.items) {
      const link = panels(page).getByRole('link', { name: `${item.label} ${item.description}` })
      await expect(link).toHaveAttribute('href', item.href)
    }
  }
})

test('only one menu is open, and aria-expanded shows it', async ({ page }) => {
  await expect(button(page, 'Why Us')).toHaveAttribute('aria-expanded', 'false')
  await button(page, 'Why Us').click()
  await expect(button(page, 'Why Us')).toHaveAttribute('aria-expanded', 'true')
  await button(page, 'Services').click()
  await expect(panels(page)).toHaveCount(1)
  await expect(button(page, 'Why Us')).toHaveAttribute('aria-expanded', 'false')
  await expect(button(page, 'Services')).toHaveAttribute('aria-expanded', 'true')
  const controlled = await button(page, 'Services').getAttribute('aria-controls')
  await expect(page.locator(`#${controlled}`)).toBeVisible()
})

test('a click outside closes, a second click on the button too', async ({ page }) => {
  await button(page, 'About').click()
  await page.mouse.click(700, 850)
  await expect(panels(page)).toHaveCount(0)
  await button(page, 'About').click()
  await expect(panels(page)).toHaveCount(1)
  await button(page, 'About').click()
  await expect(panels(page)).toHaveCount(0)
})

for (const key of ['Enter', 'Space'])
  test(`${key} opens and closes`, async ({ page }) => {
    await button(page, 'Programs').focus()
    await page.keyboard.press(key)
    await expect(panels(page)).toHaveCount(1)
    await page.keyboard.press(key)
    await expect(panels(page)).toHaveCount(0)
    await expect(button(page, 'Programs')).toBeFocused()
  })

test('Escape closes and returns the focus to the button', async ({ page }) => {
  await button(page, 'Services').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(panels(page).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panels(page)).toHaveCount(0)
  await expect(button(page, 'Services')).toBeFocused()
})

test('Tab walks through the panel and out of it, which closes it', async ({ page }) => {
  await button(page, 'Resources').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(panels(page).getByRole('link').last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panels(page)).toHaveCount(0)
  await expect(button(page, 'About')).toBeFocused()
})

test('Shift Tab out of an open menu closes it', async ({ page }) => {
  await button(page, 'Services').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(button(page, 'Why Us')).toBeFocused()
  await expect(panels(page)).toHaveCount(0)
})

test('arrow keys, Home and End move along the bar', async ({ page }) => {
  await button(page, 'Why Us').focus()
  await page.keyboard.press('ArrowRight')
  await expect(button(page, 'Services')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(button(page, 'Why Us')).toBeFocused()
  await page.keyboard.press('End')
  await expect(bar(page).getByRole('button', { name: /Language/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(bar(page).getByRole('link', { name: 'Contact Us' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(button(page, 'Why Us')).toBeFocused()
})

test('Down goes into an open menu and along its links', async ({ page }) => {
  await button(page, 'About').focus()
  await page.keyboard.press('Enter')
  const links = panels(page).getByRole('link')
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('End')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(links.first()).toBeFocused()
})

test('a chosen link closes the menu, and the page it leads to is marked', async ({ page }) => {
  await button(page, 'About').click()
  await panels(page).getByRole('link', { name: /Team/ }).click()
  await expect(page).toHaveURL('/about-team')
  await expect(panels(page)).toHaveCount(0)
  await expect(page.locator('h1')).toBeFocused()
  await button(page, 'About').click()
  await expect(panels(page).locator('[aria-current=page]')).toHaveText(/Team/)
})

test('the link to the page one is on closes the menu too', async ({ page }) => {
  await open(page, '/blog')
  await button(page, 'Resources').click()
  await panels(page).getByRole('link', { name: /Blog/ }).click()
  await expect(panels(page)).toHaveCount(0)
})

test('Contact Us is a plain link beside a call to action', async ({ page }) => {
  await expect(bar(page).getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
  await expect(page.locator('header').getByRole('link', { name: 'Free Consultation' })).toHaveAttribute(
    'href',
    '/contact',
  )
})
