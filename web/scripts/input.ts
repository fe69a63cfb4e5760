import { type Browser, chromium, type Page } from '@playwright/test'
import { input as budget } from '../budget.json'
import { consentTexts } from '../src/content/en/contact'
import { menus } from '../src/content/en/nav'
import { chromiumFlags, chromiumPath, numberFrom, pathsFrom, siteUrl } from './browser'

/** Lighthouse's slow 4G, as its throttling of a real connection sets it. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400 }
const cpuSlowDown = 4
/** A key in 80 ms is 150 words a minute. Faster, and the browser handles one key after the other before it draws a frame. */
const keyMs = 80

/** In pixels: more than the bar of any version. */
const browserBar = 200

const usualPaths = ['/', '/services/devsecops', '/programs/compliance-governance', '/contact']
const views = [
  { width: 390, height: 780 },
  { width: 1440, height: 900 },
]

interface InputEvent {
  name: string
  target: string
  /** From the input to the frame that shows its effect; the browser rounds to 8 ms. */
  durationMs: number
  /** Of it before the first handler ran, and in handlers; the rest is the frame. */
  delayMs: number
  handlersMs: number
}

/** Runs in the page: keeps every event that took longer than a frame. */
function record() {
  const events: InputEvent[] = []
  Object.assign(window, { inputEvents: events })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const target = entry.target instanceof Element ? entry.target : undefined
      events.push({
        name: entry.name,
        target: target?.id || target?.className.toString() || target?.tagName || '',
        durationMs: entry.duration,
        delayMs: Math.round(entry.processingStart - entry.startTime),
        handlersMs: Math.round(entry.processingEnd - entry.processingStart),
      })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

const hydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor()

async function pressTimes(page: Page, key: string, times: number) {
  for (let pressed = 0; pressed < times; pressed++) await page.keyboard.press(key, { delay: keyMs })
}

async function walkMenus(page: Page) {
  const hamburger = page.locator('.hamburger')
  if (await hamburger.isVisible()) {
    await hamburger.click()
    const sections = page.locator('#mobile-menu summary')
    for (let index = 0; index < menus.length; index++) await sections.nth(index).click()
    await pressTimes(page, 'Tab', 3)
    await pressTimes(page, 'Escape', 1)
    return
  }
  for (const { label } of menus) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: label, exact: true })
      .click()
    await pressTimes(page, 'ArrowDown', 3)
  }
  await pressTimes(page, 'Tab', 3)
  await pressTimes(page, 'Escape', 1)
}

async function type(page: Page, field: string, text: string) {
  await page.locator(`#${field}`).click()
  await page.keyboard.type(text, { delay: keyMs })
}

/** Types while the scripts are still loading, is refused once, corrects, and sends. The answer is made up: nothing is kept. */
async function fillForm(page: Page) {
  await page.route('**/api/send-email', (route) =>
    route.fulfill({ status: 201, json: { reference: 'FW-0000-0000' } }),
  )
  await type(page, 'firstName', 'Canary')
  await pressTimes(page, 'Tab', 1)
  await page.keyboard.type('Testfall', { delay: keyMs })
  await type(page, 'email', 'canary@visitor')
  await type(page, 'country', 'Swi')
  for (const choice of ['contactReason', 'program', 'desiredConsultants']) {
    await page.locator(`#${choice}`).focus()
    await pressTimes(page, 'ArrowDown', 2)
  }
  await type(page, 'message', 'We would like to talk about detection, and about who answers at night.')
  await page.getByLabel(consentTexts.consent).click()
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.and(page.locator(':enabled')).waitFor()
  await send.click()
  await page.locator('#company-error').waitFor()
  await type(page, 'company', 'Probe AG')
  await page.locator('#email').fill('')
  await type(page, 'email', 'canary@visitor.example')
  await page.getByLabel(consentTexts.gdprConsent).click()
  await send.click()
  await page.locator('[data-toast=success]').waitFor()
  await pressTimes(page, 'Escape', 1)
}

async function visit(
  browser: Browser,
  path: string,
  viewport: (typeof views)[number],
): Promise<InputEvent[]> {
  const context = await browser.newContext({ viewport })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    // The headless browser's bar covers the lowest part of its window. Drawing there makes no frame, and the
    // key behind it seems to wait for one until something else is drawn.
    const { windowId } = await devtools.send('Browser.getWindowForTarget')
    const bounds = { width: viewport.width, height: viewport.height + browserBar }
    await devtools.send('Browser.setWindowBounds', { windowId, bounds })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slow4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowDown })
    await page.addInitScript(record)
    await page.goto(siteUrl + path, { waitUntil: 'domcontentloaded' })
    await walkMenus(page)
    if (path === '/contact') await fillForm(page)
    await hydrated(page)
    // The header hides on the way down.
    await page.evaluate(() => scrollTo(0, 0))
    await walkMenus(page)
    await page.locator('footer a[href="/about"]').click()
    await page.waitForURL('**/about')
    // An event is reported with the frame after it.
    await page.waitForTimeout(500)
    return await page.evaluate(() => (window as unknown as { inputEvents: InputEvent[] }).inputEvents)
  } finally {
    await context.close()
  }
}

/**
 * `npm run input -- [--runs=5] [path …]`: the slowest input event of as many visits per page and width, on a slow connection and
 * processor, from the first paint on; last the slowest of all. `SITE_URL` is the served site.
 */
export async function main(args: string[]): Promise<number> {
  const runs = numberFrom(args, 'runs', budget.runs)
  const chosen = pathsFrom(args)
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  let worstOfAll = 0
  let failed = 0
  for (const path of chosen.length > 0 ? chosen : usualPaths) {
    for (const view of views) {
      const slowestOfVisits: InputEvent[] = []
      for (let run = 0; run < runs; run++) slowestOfVisits.push(slowest(await visit(browser, path, view)))
      const worst = slowest(slowestOfVisits)
      const missed = worst.durationMs > budget.worstMs
      const all = slowestOfVisits.map(({ durationMs }) => Math.round(durationMs)).join(', ')
      console.error(
        `${missed ? 'FAIL' : 'ok  '} ${path} ${view.width} px: slowest input ${Math.round(worst.durationMs)} ms (${worst.name} on ${worst.target}: ${worst.delayMs} until a handler ran, ${worst.handlersMs} in handlers), of ${all}`,
      )
      worstOfAll = Math.max(worstOfAll, worst.durationMs)
      if (missed) failed++
    }
  }
  await browser.close()
  console.log(`${Math.round(worstOfAll)} ms`)
  return failed === 0 ? 0 : 1
}

function slowest(events: InputEvent[]): InputEvent {
  const [first, ...others] = events
  if (!first) throw new Error('no input event was recorded')
  return others.reduce((worst, event) => (event.durationMs > worst.durationMs ? event : worst), first)
}
