import { expect, test } from '@playwright/test'
import { redirects } from '../../src/content/addresses'
import { hydrated, open } from './support'

for (const [from, to] of Object.entries(redirects)) {
  test(`${from} redirects a direct request permanently`, async ({ request }) => {
    const response = await request.get(from, { maxRedirects: 0 })
    expect(response.status()).toBe(308)
    expect(new URL(response.headers().location ?? '', 'http://site').pathname).toBe(to)
  })

  test(`${from} replaces the history entry within the site`, async ({ page }) => {
    await open(page, '/about')
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, from)
    await expect(page).toHaveURL(to)
    await page.goBack()
    await expect(page).toHaveURL('/about')
    await expect(page.locator('h1')).toHaveText('A small firm of practitioners')
  })
}

test("the footer's privacy link ends on the policy, one step back from where it was", async ({ page }) => {
  await open(page, '/blog')
  await page.locator('footer').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy-policy')
  await expect(page.locator('h1')).toHaveText('Privacy Policy')
  await page.goBack()
  await expect(page).toHaveURL('/blog')
})

test('the two redirects without a page end on the not-found page', async ({ page }) => {
  const response = await page.goto('/services/one-on-one-consulting')
  expect(response?.status()).toBe(404)
  await hydrated(page)
  await expect(page.locator('h1')).toHaveText('404')
  await expect(page).toHaveURL('/services/individual-consulting-engagements')
})
