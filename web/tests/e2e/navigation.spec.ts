import { expect, test } from '@playwright/test'
import { open, openBrokenPage, watch } from './support'

test('a navigation ends at the top, on the heading, and is announced', async ({ page }) => {
  const problems = watch(page)
  await open(page, '/')
  await expect(page.locator('[data-route-announcer]')).toBeEmpty()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await page.locator('footer').getByRole('link', { name: 'Team' }).click()
  await expect(page).toHaveURL('/about-team')
  await expect(page.locator('h1')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('[data-route-announcer]')).toHaveText(await page.title())
  await expect(page).toHaveTitle(/team/i)
  await expect(page.locator('head title')).toHaveCount(1)
  await expect(page.locator('meta[name=description]')).toHaveCount(1)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/about-team$/)
  expect(problems).toEqual([])
})

test('going back scrolls to the top as well', async ({ page }) => {
  await open(page, '/services')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Cloud Security/ })
    .click()
  await expect(page).toHaveURL('/services/cloud-security')
  await page.evaluate(() => window.scrollTo(0, 1500))
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('Scalable Security Services')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a navigation loads the page, not the site', async ({ page }) => {
  await open(page, '/services')
  const types: string[] = []
  page.on('request', (request) => types.push(request.resourceType()))
  await page
    .getByRole('main')
    .getByRole('link', { name: /DevSecOps/ })
    .click()
  await expect(page.locator('h1')).toHaveText('DevSecOps and SDLC')
  expect(types).not.toContain('document')
  expect(types.filter((type) => type === 'script')).toHaveLength(1)
})

test('the skip link is the first stop and leads to the content', async ({ page }) => {
  await open(page, '/about')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await expect(page).toHaveURL('/about#main')
})

test('a page whose code has gone is loaded as a document instead', async ({ page }) => {
  await open(page, '/services')
  await page.route(/assets\/devsecops-.*\.js/, (route) => route.abort())
  const reload = page.waitForEvent('framenavigated')
  await page
    .getByRole('main')
    .getByRole('link', { name: /DevSecOps/ })
    .click()
  await reload
  await expect(page.locator('h1')).toHaveText('DevSecOps and SDLC')
  await expect(page).toHaveURL('/services/devsecops')
})

test('a page that fails to render shows the error screen', async ({ page }) => {
  await openBrokenPage(page)
  await page.unrouteAll()
  await page.getByRole('link', { name: /Reload the page/ }).click()
  await expect(page.locator('h1')).toHaveText('DevSecOps and SDLC')
})
