import { expect, test } from '@playwright/test'
import { open } from './support'

/** One page of each kind. */
const kinds = [
  '/',
  '/services',
  '/services/threat-detection-response',
  '/services/cloud-security',
  '/programs/compliance-governance',
  '/why-us/smes',
  '/blog/deletion-after-two-years',
  '/about-team',
  '/contact',
  '/privacy-policy',
]

/** In the browser: drawings, figures and tables that a page cuts, or that leave it. */
function cutParts(): string[] {
  const found: string[] = []
  const { right } = document.querySelector('main')?.getBoundingClientRect() ?? { right: 0 }
  for (const part of document.querySelectorAll('main :is(svg.pic, figure, tr, pre, .calendar)')) {
    if (!part.checkVisibility()) continue
    const name = `${part.tagName} ${part.getAttribute('class') ?? ''}`
    const box = part.getBoundingClientRect()
    if (box.right > right + 1) found.push(`${name} leaves the page`)
    // A drawing in a figure moves to the next page with it.
    const kept = part.closest('svg.pic, figure, tr')
    if (kept && getComputedStyle(kept).breakInside !== 'avoid' && part.tagName !== 'svg')
      found.push(`${name} may be divided`)
    // What A4 has between its margins.
    if (kept && box.height > ((297 - 36) / 25.4) * 96) found.push(`${name} is higher than a page`)
    if (part.matches('pre') && part.scrollWidth > part.clientWidth + 1) found.push(`${name} is cut`)
  }
  return found
}

/** What shows on white paper with less contrast than 4.5 to 1, since printers omit backgrounds. */
function pale(): string[] {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  const canvas = document.createElement('canvas').getContext('2d', {
    willReadFrequently: true,
  }) as CanvasRenderingContext2D
  const contrast = (colour: string) => {
    canvas.fillStyle = '#ffffff'
    canvas.fillRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
      linear(part / 255),
    )
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
  }
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *:not(svg *, option, script, style)')) {
    if (!element.checkVisibility()) continue
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const own = texts.map((node) => node.textContent?.trim()).join('')
    const before = getComputedStyle(element, '::before')
    if (own && contrast(getComputedStyle(element).color) < 4.5) found.push(own)
    if (/\w/.test(before.content.replace(/^(none|normal)$/, '')) && contrast(before.color) < 4.5)
      found.push(`${before.content} before ${element.className}`)
  }
  return found
}

test('on paper every text is dark and no number is left without its heading', async ({ page }) => {
  for (const path of kinds) {
    await open(page, path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate(pale), path).toEqual([])
    await expect(page.locator('.section-index').filter({ visible: true }), path).toHaveCount(0)
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  }
})

test('on paper no step is divided between two pages', async ({ page }) => {
  await open(page, '/programs/compliance-governance')
  await page.emulateMedia({ media: 'print' })
  const rules = await page
    .locator('.steps > li, main h2, main h3')
    .evaluateAll((all) =>
      all
        .map((one) => [one.tagName, getComputedStyle(one)] as const)
        .map(([tag, style]) => `${tag} ${tag === 'LI' ? style.breakInside : style.breakAfter}`),
    )
  expect(new Set(rules)).toEqual(new Set(['LI avoid', 'H2 avoid', 'H3 avoid']))
})

test('on paper no drawing, figure or table is cut', async ({ page }) => {
  // A4 without its margins.
  await page.setViewportSize({ width: 673, height: 986 })
  for (const path of kinds) {
    await open(page, path)
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(cutParts), path).toEqual([])
    await page.emulateMedia({ media: 'screen' })
  }
})
