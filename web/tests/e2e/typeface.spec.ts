import { expect, test } from '@playwright/test'
import { openInTypeface, phone, showFallback } from './support'

test.use(phone)

/** The stand-ins of the stylesheet for the typefaces of Android and Linux; other machines test their own typeface. */
for (const path of ['/', '/programs', '/services/devsecops', '/why-us/startups', '/contact'])
  test(`nothing on the first screen of ${path} moves when the typeface arrives`, async ({ page }) => {
    await openInTypeface(page, path)
    const tops = () =>
      page
        .locator('main :is(h1, h2, p, a, li, svg)')
        .evaluateAll((all) =>
          all.map((one) => Math.round(one.getBoundingClientRect().top)).filter((top) => top < innerHeight),
        )
    const width = () =>
      page.locator('h1').evaluate((heading) => {
        const range = document.createRange()
        range.selectNodeContents(heading.querySelector('span') ?? heading)
        return range.getBoundingClientRect().width
      })
    const [withTypeface, widthWithTypeface] = [await tops(), await width()]
    await showFallback(page)
    expect(await width()).not.toBe(widthWithTypeface)
    expect(await tops()).toEqual(withTypeface)
  })
