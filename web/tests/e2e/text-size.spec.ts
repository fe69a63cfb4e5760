import { expect, type Page, test } from '@playwright/test'
import { addresses, routePaths } from '../../src/content/addresses'
import { texts } from '../../src/content/all'
import { ContactPage } from './contact-page'
import { states } from './contact-steps'
import { hydrated, languages } from './support'

/** Larger text and wider spacing, as visitors set them: WCAG 2.2, 1.4.4 and 1.4.12. Nothing is cut or leaves the screen. */
const { de, fr, it } = addresses
const translated = [de, fr, it].flatMap((paths) => Object.values<string>(paths))
const widths = [320, 390, 768, 900, 1040, 1440]
const missing = ['/no-such-page', '/de/no-such-page', '/fr/no-such-page', '/it/no-such-page']

/** The browser's own setting: `rem`, and `em` in a media query, follow it. */
async function setTextSize(page: Page, standard: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
}

/** By the style object: the policy refuses a style element. */
const setSpacing = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })

/** The texts that cannot be read: beyond the screen, beyond a box that cuts, or, in the header, over another part. */
function cutTexts(page: Page) {
  return page.evaluate(() => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent?.trim()
      if (!text || !parent?.checkVisibility() || parent.closest('svg, option, script, [data-decoy]')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0 || parent.closest('.skip-link')) continue
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const { clipPath, overflowX, overflowY } = getComputedStyle(around)
        // What scrolls shows all of it; a text for those who hear the page is one pixel wide.
        if (/auto|scroll/.test(overflowX + overflowY) || clipPath !== 'none') break
        const edge = around.getBoundingClientRect()
        const isHeader = around.matches('.site-header')
        const cuts = overflowX !== 'visible' || isHeader || around.matches('.button, body')
        const isOut = box.left < edge.left - 1 || box.right > edge.right + 1
        const isOver = !around.matches('body') && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1)
        if (cuts && (isOut || isOver)) {
          found.push(`${text.slice(0, 30)} leaves ${around.className || around.tagName}`)
          break
        }
      }
    }
    const parts = [...document.querySelectorAll('.site-header > div > *')]
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 0)
    for (const [index, part] of parts.entries())
      if (part.left < (parts[index - 1]?.right ?? 0) - 1)
        found.push(`part ${index} of the header covers another`)
    return [...new Set(found)]
  })
}

for (const path of [...routePaths, ...missing, ...translated])
  test(`${path} with large text, and with wide spacing`, async ({ page }) => {
    test.slow()
    await page.goto(path)
    await hydrated(page)
    for (const size of [24, 32]) {
      await setTextSize(page, size)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        expect(await cutTexts(page), `${size} px, ${width} px wide`).toEqual([])
      }
    }
    await setTextSize(page, 16)
    await setSpacing(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await cutTexts(page), `wide spacing, ${width} px wide`).toEqual([])
    }
  })

for (const language of languages)
  for (const size of [16, 32])
    test(`the menus in ${language} at ${size} px`, async ({ page }) => {
      const { menus, ui } = texts[language]
      await page.goto(addresses[language].about)
      await hydrated(page)
      await setTextSize(page, size)
      if (size === 16) await setSpacing(page)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.getByRole('button', { name: ui.openMenu }).click()
        for (const summary of await page.locator('#mobile-menu summary').all()) {
          await summary.click()
          expect(await cutTexts(page)).toEqual([])
        }
        await page.getByRole('button', { name: ui.closeMenu }).click()
      }
      for (const width of [48 * size, 60 * size, 90 * size]) {
        await page.setViewportSize({ width, height: 900 })
        const bar = page.getByRole('navigation', { name: ui.mainNavigation })
        for (const { label } of menus) {
          await bar.getByRole('button', { name: label, exact: true }).click()
          expect(await cutTexts(page)).toEqual([])
        }
      }
    })

/** Large, and then spaced, on two phones and a tablet. */
async function expectNothingCut(page: Page) {
  for (const size of [32, 16]) {
    await setTextSize(page, size)
    if (size === 16) await setSpacing(page)
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await cutTexts(page), `${size} px, ${width} px wide`).toEqual([])
    }
  }
}

for (const language of ['en', 'de'] as const) {
  for (const name of ['incident', 'refused', 'failed', 'sent'] as const)
    test(`the form in ${language} with large text, and with wide spacing: ${name}`, async ({ page }) => {
      const contact = new ContactPage(page, language)
      await contact.openWithTurnstile({ solvesItself: false })
      await states[name](contact)
      await expectNothingCut(page)
    })

  test(`the form in ${language} with large text, and with wide spacing: a slow check`, async ({ page }) => {
    await page.clock.install()
    await page.route('**/api/challenge', () => {})
    const asked = page.waitForRequest('**/api/challenge')
    await page.goto(addresses[language].contact)
    await asked
    await page.clock.runFor(8500)
    await expect(page.getByText(texts[language].botCheck.slow)).toBeVisible()
    await expectNothingCut(page)
  })
}
