import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

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

/** Keeps scripts back until the function that it returns is called. */
export async function holdScripts(page: Page, which = /\.js$/): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(which, async (route) => {
    await held
    await route.continue()
  })
  return release
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every rule of axe for WCAG 2.2 AA, and the best practices, on the current page. Evaluated, not injected, so that the policy stays on. */
export async function expectAccessible(page: Page) {
  await page.evaluate(axeSource)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      // Of WCAG 2.2, and off unless asked for.
      rules: { 'target-size': { enabled: true } },
    })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}`))
  })
  expect(found).toEqual([])
}

/** Pauses the page's installed clock; it moves only by `clock.runFor`. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

/** From /services to a page whose code throws as soon as it is drawn. */
export async function openBrokenPage(page: Page) {
  await open(page, '/services')
  await page.route(/assets\/devsecops-.*\.js/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { throw new Error("broken on purpose") }',
    }),
  )
  await page
    .getByRole('main')
    .getByRole('link', { name: /DevSecOps/ })
    .click()
  await expect(page.locator('h1')).toHaveText('Unexpected Application Error!')
}

export const mobile = { width: 390, height: 780 }
export const phone = { viewport: mobile, hasTouch: true, isMobile: true }

/** Where every state is looked at. */
export const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [360, 768, 1440].map((width) => ({ colorScheme, width })),
)
