import { expect, test } from '@playwright/test'
import { addresses } from '../../src/content/addresses'

/** Words are longer in one language than in another. */
for (const [language, paths] of Object.entries(addresses))
  test(`in ${language}, no page is wider than a phone, no heading breaks a word, and no word leaves its drawing`, async ({
    page,
  }) => {
    test.slow()
    const found: string[] = []
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of Object.values(paths)) {
        await page.goto(path)
        const faults = await page.evaluate(() => {
          const { scrollWidth } = document.documentElement
          const wide = scrollWidth > innerWidth ? [`${scrollWidth} px wide`] : []
          const broken = [...document.querySelectorAll('h1')].flatMap((heading) => {
            const text = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode()
            return [...(text?.textContent ?? '').matchAll(/(?<![\u00ad\p{L}])\p{L}{6,}/gu)].filter(
              ({ index, 0: word }) => {
                const range = document.createRange()
                range.setStart(text as Node, index)
                range.setEnd(text as Node, index + word.length)
                return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
              },
            )
          })
          const drawings = [...document.querySelectorAll('svg.pic')].filter((svg) => svg.checkVisibility())
          return drawings.reduce(
            (all, svg) => {
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
              return all
            },
            wide.concat(broken.map(([word]) => `${word} is broken`)),
          )
        })
        found.push(...faults.map((fault) => `${path}, ${width} px: ${fault}`))
      }
    }
    expect(found).toEqual([])
  })
