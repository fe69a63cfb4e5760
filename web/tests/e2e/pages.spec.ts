import { expect, test } from '@playwright/test'
import { site } from '../../src/content/en/site'
import { open, stopClock } from './support'

test('the copy button copies the address and says so for two seconds', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await open(page, '/contact')
  const button = page.locator('aside').getByRole('button')
  const label = await button.innerText()
  await stopClock(page)
  await button.click()
  await expect(button).toHaveText('Copied!')
  await expect(page.locator('aside').getByRole('status')).toHaveText('Copied!')
  await page.clock.runFor(1990)
  await expect(button).toHaveText('Copied!')
  await page.clock.runFor(20)
  await expect(button).toHaveText(label)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.email)
})

test('without the clipboard the address is selected instead', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await open(page, '/contact')
  await page.locator('aside').getByRole('button').click()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(site.email)
  await expect(page.locator('aside').getByRole('status')).toHaveText('Address selected')
})

test('a program page prints without the menus, its sender below, and no path in its text', async ({
  page,
}) => {
  await open(page, '/programs/purple-team-operations')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.site-header')).toBeHidden()
  const footer = page.locator('.site-footer')
  await expect(footer.getByText(site.name, { exact: true })).toBeVisible()
  await expect(footer.getByRole('link')).toHaveText([site.email])
  await expect(page.locator('h1')).toBeVisible()
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(background).toBe('rgb(255, 255, 255)')
  const link = page.locator('main a[href="/programs"]')
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toBe('none')
})

test('colours follow the system', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/')
  expect(await background()).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background()).toBe('rgb(11, 18, 32)')
})

test('the blog links leave in a new tab', async ({ page }) => {
  await open(page, '/blog')
  for (const name of [/Read on Medium/, /Follow on LinkedIn/]) {
    const link = page.getByRole('main').getByRole('link', { name })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
})
