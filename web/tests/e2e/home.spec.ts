import { expect, test } from '@playwright/test'
import { homePage } from '../../src/content/home'
import { mobile, open } from './support'

/** Width of the lower-case alphabet in Arial, as phones' typefaces have it, in em. */
const ARIAL_ALPHABET = 12.73

test('home is short on a phone', async ({ page }) => {
  await page.setViewportSize(mobile)
  await open(page, '/')
  const [height, alphabet] = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    context.font = `100px ${getComputedStyle(document.body).fontFamily}`
    return [
      document.documentElement.scrollHeight,
      context.measureText('abcdefghijklmnopqrstuvwxyz').width / 100,
    ] as const
  })
  // A machine whose only typeface is wider breaks more lines.
  expect(height).toBeLessThanOrEqual(4500 * Math.max(1, alphabet / ARIAL_ALPHABET))
})

test('the comparison is a table whose lines have names, also where they are not shown', async ({ page }) => {
  await page.setViewportSize(mobile)
  await open(page, '/')
  const table = page.getByRole('table')
  for (const { title } of homePage.ways.items)
    await expect(table.getByRole('columnheader', { name: title })).toBeVisible()
  for (const { label } of homePage.ways.rows)
    await expect(table.getByRole('rowheader', { name: label })).toHaveCount(1)
})

test('on paper a button is ink on white and no path is printed', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await open(page, '/')
  const button = page.getByRole('main').getByRole('link', { name: homePage.hero.primary.label })
  const style = await button.evaluate((link) => {
    const { color, backgroundColor } = getComputedStyle(link)
    return { color, backgroundColor, after: getComputedStyle(link, '::after').content }
  })
  expect(style).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgba(0, 0, 0, 0)', after: 'none' })
})
