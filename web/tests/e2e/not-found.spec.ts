import { expect, test } from '@playwright/test'
import { hydrated, open, watch } from './support'

test('an unknown address answers 404 with the page, and its path goes to the console, nothing else', async ({
  page,
}) => {
  const problems = watch(page)
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
  await expect(page.getByText('This Page Took an Unscheduled Vacation')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Safety' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'Report This Issue' })).toHaveAttribute('href', '/contact')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  // The browser itself notes the status of a document that is not there.
  const ours = problems.filter((line) => !line.startsWith('error: Failed to load resource'))
  expect(ours).toEqual(['log: No page at /no/such/page'])
})

const closest: Record<string, string[]> = {
  '/services/individual-consulting-engagements': ['/services', '/about', '/contact'],
  '/services/team-consulting-engagements': ['/services', '/about', '/contact'],
  '/services/devsecop': ['/services/devsecops', '/services', '/about'],
  '/program': ['/programs', '/services', '/about'],
  '/kontakt': ['/contact', '/services', '/about'],
  '/zzz': ['/services', '/about', '/contact'],
}

for (const [path, pages] of Object.entries(closest)) {
  test(`${path} suggests ${pages.join(', ')}`, async ({ page }) => {
    await open(page, path)
    const links = page.getByRole('main').getByRole('listitem').getByRole('link')
    await expect(links).toHaveCount(pages.length)
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(pages)
  })
}

test('every suggestion has the name of its page', async ({ page }) => {
  await open(page, '/term')
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(links).toHaveText(['Terms/terms', 'All services/services', 'About us/about'])
})

test('the way back works without a page load', async ({ page }) => {
  await open(page, '/nowhere')
  await page.getByRole('link', { name: 'Return to Safety' }).click()
  await expect(page.locator('h1')).toHaveText(/Your Security/)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
})
