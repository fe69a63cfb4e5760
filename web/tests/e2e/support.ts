import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { addresses } from '../../src/content/addresses'
import type { Language } from '../../src/content/languages'

export const languages = Object.keys(addresses) as Language[]

/** Collects what must never happen on a page: console lines, errors, policy violations, requests to other origins. */
export function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== new URL(page.url() === 'about:blank' ? request.url() : page.url()).origin)
      problems.push(`request to ${url.origin}`)
  })
  return problems
}

/** Header, page and footer have taken over; the menus and the form's parts follow at once, or with the first input. */
export const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', '')

export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await hydrated(page)
  return response
}

/** Hydrated, so that no section's layout is deferred, and with the typeface, also where the page would move for it. */
export async function openInTypeface(page: Page, path: string) {
  await open(page, path)
  const loaded = await page.evaluate(async () => {
    await document.fonts.load('700 1em "Familjen Grotesk"')
    await document.fonts.ready
    document.documentElement.dataset.font = ''
    return document.fonts.check('700 1em "Familjen Grotesk"')
  })
  expect(loaded).toBe(true)
}

/** As before the typeface has come. */
export const showFallback = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('--font-display', 'var(--font-stand-in)'))

/** A promise that is kept when `release` is called. */
export function hold(): { held: Promise<void>; release: () => void } {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { held, release }
}

/** Keeps scripts back until the function that it returns is called. */
export async function holdScripts(page: Page, which = /\.js$/): Promise<() => void> {
  const { held, release } = hold()
  await page.route(which, async (route) => {
    await held
    await route.continue()
  })
  return release
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const axeOptions: RunOptions = {
  resultTypes: ['violations'],
  // Of WCAG 2.2, and off unless asked for.
  rules: { 'target-size': { enabled: true } },
}

/** A scheme changes nothing but colours, so the dark one is judged by the rules about them. */
const schemes: [colorScheme: 'light' | 'dark', options: RunOptions][] = [
  ['light', axeOptions],
  ['dark', { ...axeOptions, runOnly: ['color-contrast', 'link-in-text-block'] }],
]

/** Every rule of axe for WCAG 2.2 AA, and the best practices, on the current page in each of these widths and both schemes. */
export async function expectAccessible(page: Page, wanted: readonly number[] = widths) {
  // Evaluated, not injected, so that the policy stays on.
  await page.evaluate(axeSource)
  for (const width of wanted) {
    await page.setViewportSize({ width, height: 900 })
    for (const [colorScheme, options] of schemes) {
      await page.emulateMedia({ colorScheme })
      const found = await page.evaluate(async (chosen) => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') }
        const { violations } = await axe.run(document, chosen)
        return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}`))
      }, options)
      expect(found, `${colorScheme}, ${width} px`).toEqual([])
    }
  }
}

/** Pauses the page's installed clock five seconds ahead, so that a slow machine cannot miss the moment; it moves only by `clock.runFor`. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
}

/** Runs the clock in steps until the state is reached: what answers between two steps cannot come too late. */
export async function runClockUntil(page: Page, state: () => Promise<unknown> | unknown, expected: unknown) {
  const run = async () => {
    await page.clock.runFor(500)
    return state()
  }
  await expect.poll(run, { intervals: [20] }).toBe(expected)
}

/** From /services to the form, whose code throws as soon as it is drawn. */
export async function openBrokenPage(page: Page) {
  await open(page, '/services')
  await page.route(/assets\/contact-.*\.js/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { throw new Error("broken on purpose") }',
    }),
  )
  await page.locator('header').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.locator('h1')).toHaveText('Unexpected Application Error!')
}

export const mobile = { width: 390, height: 780 }
export const phone = { viewport: mobile, hasTouch: true, isMobile: true }

/** Where every state is looked at. */
export const widths = [360, 768, 1440] as const
