import { expect, test } from '@playwright/test'
import { homePage } from '../../src/content/en/home'
import { mobile, open } from './support'

test('home is short on a phone, also in a wide typeface', async ({ page }) => {
  await page.setViewportSize(mobile)
  await open(page, '/')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4500)
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
