import { expect, test } from '@playwright/test'
import { hydrated, open, watch } from './support'

test("dates are the visitor's, and the prerendered ones do no harm", async ({ page }) => {
  const problems = watch(page)
  await page.clock.setFixedTime(new Date('2031-03-04T10:00:00'))
  await open(page, '/privacy-policy')
  await expect(page.getByText('Last updated: 04/03/2031')).toBeVisible()
  await expect(page.locator('footer')).toContainText('© 2031')
  expect(problems).toEqual([])
})

test('a menu opened before hydration stays open', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/entry-client/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Services' })
  await button.click()
  await expect(page.locator('#menu-services')).toBeVisible()
  release()
  await hydrated(page)
  await expect(page.locator('#menu-services')).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
})

test('scripts wait for the page: nothing but the document is asked for before it has loaded', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForLoadState('domcontentloaded')
  const early = await page.evaluate(
    () => document.querySelectorAll('script[src], link[rel=modulepreload]').length,
  )
  expect(early).toBe(0)
  await hydrated(page)
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.length).toBeLessThanOrEqual(5)
})

test('with every script blocked the page is whole', async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto('/programs/compliance-governance')
  await expect(page.locator('h1')).toHaveText('Compliance and Governance')
  await expect(page.getByText('multiple frameworks')).toBeVisible()
})
