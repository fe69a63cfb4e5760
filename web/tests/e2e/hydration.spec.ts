import { expect, test } from '@playwright/test'
import { holdScripts, hydrated, mobile, open, watch } from './support'

test("dates are the visitor's, and the prerendered ones do no harm", async ({ page }) => {
  const problems = watch(page)
  await page.clock.setFixedTime(new Date('2031-03-04T10:00:00'))
  await open(page, '/privacy-policy')
  await expect(page.getByText('Last updated: 04/03/2031')).toBeVisible()
  await expect(page.locator('footer')).toContainText('© 2031')
  expect(problems).toEqual([])
})

test('a menu opened before hydration stays open', async ({ page }) => {
  const release = await holdScripts(page, /assets\/entry-client/)
  await page.goto('/')
  const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Services' })
  await button.click()
  await expect(page.locator('#menu-services')).toBeVisible()
  release()
  await hydrated(page)
  await expect(page.locator('#menu-services')).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
})

test('no script is requested before the page is painted', async ({ page }) => {
  await open(page, '/')
  const [paints, scripts] = await page.evaluate(() => {
    const entries = (type: string) => performance.getEntriesByType(type) as PerformanceResourceTiming[]
    const ofScripts = entries('resource').filter(({ name }) => name.endsWith('.js'))
    return [entries('paint'), ofScripts].map((list) => list.map(({ startTime }) => startTime))
  })
  expect(scripts?.length).toBeGreaterThan(1)
  expect(scripts?.length).toBeLessThanOrEqual(5)
  expect(Math.min(...(scripts ?? []))).toBeGreaterThan(Math.max(...(paints ?? [])))
  expect(paints).not.toEqual([])
})

test('a phone lays out the part below the screen once the scripts run or fail', async ({ page }) => {
  await page.setViewportSize(mobile)
  const footer = page.locator('footer')
  const release = await holdScripts(page)
  await page.goto('/')
  await expect(footer).toHaveCSS('content-visibility', 'auto')
  release()
  await hydrated(page)
  await expect(footer).toHaveCSS('content-visibility', 'visible')
  await page.unrouteAll()
  await page.route(/\.js$/, (route) => route.abort())
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-failed', '')
  await expect(footer).toHaveCSS('content-visibility', 'visible')
})

test('on a phone the visible text does not move when the rest is laid out, also after a reload', async ({
  page,
}) => {
  await page.setViewportSize(mobile)
  const atTheTop = () =>
    page.evaluate(() => {
      const shown = [...document.querySelectorAll('main :is(h2, h3)')].find(
        (heading) => heading.getBoundingClientRect().top > 100,
      )
      return `${shown?.textContent} at ${Math.round(shown?.getBoundingClientRect().top ?? 0)} px`
    })
  const settled = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

  const release = await holdScripts(page)
  await page.goto('/services/devsecops')
  await page.evaluate(() => scrollTo(0, 3000))
  await settled()
  const before = await atTheTop()
  release()
  await hydrated(page)
  await settled()
  expect(await atTheTop()).toBe(before)

  await page.evaluate(() => scrollTo(0, 4200))
  await settled()
  const left = await atTheTop()
  await page.unrouteAll()
  const releaseAgain = await holdScripts(page)
  await page.reload()
  releaseAgain()
  await hydrated(page)
  await settled()
  await expect.poll(atTheTop).toBe(left)
})

test('scripts are also loaded in browsers without paint timing', async ({ page }) => {
  await page.addInitScript(() => {
    performance.getEntriesByType = () => []
  })
  await open(page, '/')
})

// Headings that have another number of lines in the typeface than in its stand-in at one of these widths.
for (const path of ['/de', '/de/warum-wir/kmu', '/it/programmi/purple-team'])
  test(`nothing of ${path} moves when the typeface comes`, async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) document.documentElement.dataset.moved = `${entry.startTime}`
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const typeface = page.waitForResponse(/typeface-.*\.woff2$/)
    for (const width of [360, 390, 412]) {
      await page.setViewportSize({ ...mobile, width })
      await open(page, path)
      await typeface
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      await expect(page.locator('html')).not.toHaveAttribute('data-moved')
    }
    await page.locator('footer nav a[href^="/"]').first().click()
    await expect(page.locator('html')).toHaveAttribute('data-font', '')
  })

test('without the texts of the frame the scripts count as failed, and the page is whole', async ({
  page,
}) => {
  await page.route(/-frame\.json$/, (route) => route.abort())
  await page.goto('/contact')
  await expect(page.locator('html')).toHaveAttribute('data-failed', '')
  await expect(page.locator('[data-retry]').first()).toBeVisible()
})

test('with every script blocked the page is whole', async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto('/programs/compliance-governance')
  await expect(page.locator('h1')).toHaveText('Compliance and Governance')
  await expect(page.getByText('multiple frameworks', { exact: true })).toBeVisible()
})
