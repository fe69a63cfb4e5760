import { expect, test } from '@playwright/test'
import { addresses } from '../../src/content/addresses'
import { openInTypeface, showFallback } from './support'

/** Words are longer in one language than in another, and in one typeface than in the other. */
for (const [language, paths] of Object.entries(addresses))
  test(`in ${language}, no page is wider than a phone, no heading breaks a word, and no word leaves its drawing`, async ({
    page,
  }) => {
    test.slow()
    const found: string[] = []
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of Object.values(paths)) {
        await openInTypeface(page, path)
        found.push(...(await page.evaluate(faults)).map((fault) => `${path}, ${width} px: ${fault}`))
        await showFallback(page)
        found.push(
          ...(await page.evaluate(faults)).map((fault) => `${path}, ${width} px, fallback: ${fault}`),
        )
      }
    }
    expect(found).toEqual([])
  })

/** In the browser. */
function faults(): string[] {
  const { scrollWidth } = document.documentElement
  const all = scrollWidth > innerWidth ? [`${scrollWidth} px wide`] : []
  for (const heading of document.querySelectorAll('h1, h2, h3')) {
    const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/(?<![\u00ad\p{L}])\p{L}{6,}/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) all.push(`${word} is broken`)
      }
  }
  for (const svg of document.querySelectorAll('svg.pic')) {
    if (!svg.checkVisibility()) continue
    const edge = svg.getBoundingClientRect()
    const words = [...svg.querySelectorAll('text')].map((text) => ({
      text: text.textContent,
      box: text.getBoundingClientRect(),
    }))
    for (const [index, { text, box }] of words.entries()) {
      if (box.left < edge.left - 1 || box.right > edge.right + 1) all.push(`${text} is cut`)
      for (const other of words.slice(index + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (across > 1 && down > box.height * 0.45) all.push(`${text} covers ${other.text}`)
      }
    }
  }
  return all
}
