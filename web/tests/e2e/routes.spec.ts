import { expect, test } from '@playwright/test'
import { routePaths } from '../../src/content/paths'
import { hydrated, watch } from './support'

for (const path of routePaths) {
  test(`${path} is served, complete, hydrated and quiet`, async ({ page }) => {
    const problems = watch(page)
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
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
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(problems).toEqual([])
  })
}

test('nothing overflows at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of routePaths) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

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
