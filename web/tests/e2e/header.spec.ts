import { expect, type Page, test } from '@playwright/test'
import { mobile, open, stopClock } from './support'

const header = (page: Page) => page.locator('.site-header')
const bottom = (page: Page) =>
  header(page).evaluate((element) => Math.round(element.getBoundingClientRect().bottom))
const shown = (page: Page) => expect.poll(() => bottom(page)).toBe(80)
const gone = (page: Page) => expect.poll(() => bottom(page)).toBeLessThanOrEqual(0)
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo(0, top), y)

test.describe('desktop', () => {
  test.beforeEach(({ page }) => open(page, '/services').then(() => undefined))

  test('is 80 px high, fixed, and stays up to 50 px', async ({ page }) => {
    await shown(page)
    await scrollTo(page, 50)
    await page.waitForTimeout(300)
    expect(await bottom(page)).toBe(80)
  })

  test('hides on the way down past 50 px and returns on the way up', async ({ page }) => {
    await scrollTo(page, 51)
    await gone(page)
    await scrollTo(page, 600)
    await gone(page)
    await scrollTo(page, 590)
    await shown(page)
    await scrollTo(page, 700)
    await gone(page)
    await scrollTo(page, 0)
    await shown(page)
  })

  test('does not hide by itself', async ({ page }) => {
    await scrollTo(page, 600)
    // Two scrolls in one frame are one scroll event, from the top down to 400.
    await gone(page)
    await scrollTo(page, 400)
    await shown(page)
    await page.waitForTimeout(2300)
    expect(await bottom(page)).toBe(80)
  })

  test('stays while a menu is open or the keyboard is in it', async ({ page }) => {
    await page.getByRole('button', { name: 'Programs' }).click()
    await scrollTo(page, 400)
    await page.waitForTimeout(300)
    expect(await bottom(page)).toBe(80)
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await scrollTo(page, 500)
    await gone(page)
    await page.keyboard.press('Tab')
    await page.locator('header a').first().focus()
    await shown(page)
  })
})

test.describe('mobile', () => {
  test.use({ viewport: mobile })

  test('hides two seconds after scrolling past 50 px, also after scrolling up', async ({ page }) => {
    await page.clock.install()
    await open(page, '/services')
    await scrollTo(page, 600)
    await gone(page)
    await stopClock(page)
    await scrollTo(page, 400)
    await shown(page)
    await page.clock.runFor(1990)
    await expect(header(page)).not.toHaveAttribute('data-hidden')
    await page.clock.runFor(20)
    await gone(page)
    await scrollTo(page, 20)
    await shown(page)
    await page.clock.runFor(2300)
    await expect(header(page)).not.toHaveAttribute('data-hidden')
  })
})

test('moves at once for those who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/about')
  const durations = await page
    .locator('.site-header, .button, .chevron')
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).transitionDuration))
  expect(new Set(durations)).toEqual(new Set(['0s']))
  await scrollTo(page, 400)
  await gone(page)
})

test('a page restored in the middle starts by the same rule', async ({ page }) => {
  await page.goto('/services')
  await scrollTo(page, 700)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await scrollTo(page, 800)
  await gone(page)
})
