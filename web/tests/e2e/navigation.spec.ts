import { expect, test } from '@playwright/test'
import { mobile, open, openBrokenPage, watch } from './support'

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

test('back and forward restore the scroll position; a link leads to the top', async ({ page }) => {
  await open(page, '/services')
  const scrolled = () => page.evaluate(() => window.scrollY)
  const cloud = page.getByRole('main').getByRole('link', { name: /Cloud Security/ })
  await cloud.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollBy(0, 150))
  await expect.poll(scrolled).toBeGreaterThan(100)
  await cloud.hover()
  const left = await scrolled()
  await cloud.click()
  await expect(page.locator('h1')).toHaveText('Cloud Security Architecture')
  expect(await scrolled()).toBe(0)
  // Before the browser reports the scroll.
  await page.evaluate(() => {
    window.scrollTo(0, 1500)
    history.back()
  })
  await expect(page.locator('h1')).toHaveText('Scalable Security Services')
  await expect.poll(scrolled).toBe(left)
  await page.goForward()
  await expect(page.locator('h1')).toHaveText('Cloud Security Architecture')
  await expect.poll(scrolled).toBe(1500)
  await page.goBack()
  await cloud.click()
  await expect(page.locator('h1')).toHaveText('Cloud Security Architecture')
  expect(await scrolled()).toBe(0)
})

test('an anchor of a page keeps its own position, and going back to it finds it', async ({ page }) => {
  await open(page, '/')
  const scrolled = () => page.evaluate(() => window.scrollY)
  await page.locator('footer').getByRole('link', { name: 'Terms' }).click()
  await expect(page.locator('h1')).toBeFocused()
  const anchor = page.getByRole('link', { name: 'Liability' })
  await anchor.click()
  await expect(page).toHaveURL('/terms#liability')
  await expect(page.getByRole('heading', { name: '5. Liability' })).toBeInViewport()
  const team = page.locator('footer').getByRole('link', { name: 'Team' })
  await team.hover()
  const left = await scrolled()
  expect(left).toBeGreaterThan(100)
  await team.click()
  await expect(page).toHaveURL('/about-team')
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('Terms of Use')
  await expect.poll(scrolled).toBe(left)
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
  expect(types).toEqual(['fetch'])
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

test('a page whose data have gone is loaded as a document instead', async ({ page }) => {
  await open(page, '/services')
  await page.route(/assets\/page-.*-devsecops\.json/, (route) => route.abort())
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
  await page.setViewportSize(mobile)
  await expect(page.locator('a[href^="tel:"]')).toBeInViewport()
  await page.unrouteAll()
  await page.getByRole('link', { name: /Reload the page/ }).click()
  await expect(page.locator('h1')).toHaveText('Tell us what you are facing')
})
