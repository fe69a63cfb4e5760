import { expect, test } from '@playwright/test'
import budget from '../../budget.json' with { type: 'json' }
import { routePaths } from '../../src/content/addresses'
import { hydrated, watch } from './support'

for (const path of routePaths) {
  test(`${path} is served, complete, hydrated and quiet`, async ({ page }) => {
    const problems = watch(page)
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
    const lines = (await response?.headersArray())?.map(({ name, value }) => `${name}: ${value}\r\n`)
    expect(lines?.join('').length).toBeLessThanOrEqual(budget.bytes.pageHeaders)
    const before = await page.locator('main').innerText()
    const title = await page.title()
    await hydrated(page)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('head title')).toHaveCount(1)
    await expect(page.locator('meta[name=description]')).toHaveCount(1)
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe(path)
    await expect(page.locator('h1')).toHaveCount(1)
    if (path !== '/privacy-policy' && path !== '/contact')
      expect(await page.locator('main').innerText()).toBe(before)
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const content = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(content).toBeLessThanOrEqual(width)
    }
    expect(problems).toEqual([])
  })
}

test('the files that others look for have their types', async ({ request }) => {
  const types: Record<string, RegExp> = {
    '/robots.txt': /^text\/plain/,
    '/sitemap.xml': /xml/,
    '/llms.txt': /^text\/plain/,
    '/.well-known/security.txt': /^text\/plain/,
    '/site.webmanifest': /manifest\+json|application\/json/,
    '/favicon.svg': /^image\/svg\+xml/,
    '/favicon.ico': /^image\//,
    '/share/home.png': /^image\/png/,
  }
  for (const [path, type] of Object.entries(types)) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    expect(response.headers()['content-type'], path).toMatch(type)
  }
  expect((await request.get('/site.json')).status()).toBe(404)
})
