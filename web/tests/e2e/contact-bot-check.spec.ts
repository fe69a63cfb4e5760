import { expect, test } from '@playwright/test'
import { verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { botCheck } from '../../src/content/contact'
import { site } from '../../src/content/site'
import { ContactPage, serveAltcha, watchConsole } from './contact-page'
import { hold, runClockUntil, stopClock } from './support'

let contact: ContactPage

test.beforeEach(({ page }) => {
  contact = new ContactPage(page)
})

test('ALTCHA: solved by this site alone, no other origin asked, no line in the console', async ({ page }) => {
  const lines = watchConsole(page)
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await serveAltcha(page)
  await contact.answerSends(201, { reference: 'FW-0000-0000' })
  await page.goto('/contact')
  await expect(contact.button).toBeDisabled()
  await expect(contact.button).toBeEnabled()
  await contact.fill()
  await contact.button.click()
  await expect(contact.success).toBeVisible()

  const payload = JSON.parse(atob(contact.sent[0]?.postDataJSON().turnstileToken))
  const verdict = await verifySolution({
    ...payload,
    deriveKey,
    hmacSignatureSecret: 'signature-secret',
    hmacKeySignatureSecret: 'key-secret',
  })
  expect(verdict.verified).toBe(true)
  expect([...hosts]).toEqual([new URL(page.url()).host])
  expect(lines).toEqual([])
})

test('ALTCHA: a failed send asks for a new challenge', async ({ page }) => {
  const issued = await serveAltcha(page)
  await contact.answerSends(403, { error: 'x', code: 'bot_check_refused' })
  await page.goto('/contact')
  await expect(contact.button).toBeEnabled()
  await contact.fill()
  await contact.button.click()
  await expect(contact.failure).toBeVisible()
  await expect(contact.button).toBeEnabled()
  await contact.button.click()
  await expect.poll(() => contact.sent.length).toBe(2)
  const nonces = contact.sent.map(
    (request) => JSON.parse(atob(request.postDataJSON().turnstileToken)).challenge.parameters.nonce,
  )
  expect(new Set(nonces).size).toBe(2)
  expect(issued).toEqual(expect.arrayContaining(nonces))
})

test('ALTCHA: an expired token locks the button and is replaced', async ({ page }) => {
  await page.clock.install()
  const issued = await serveAltcha(page)
  await page.goto('/contact')
  await expect(contact.button).toBeEnabled()
  expect(issued).toHaveLength(1)
  const { held, release } = hold()
  await page.route('**/api/challenge', async (route) => {
    await held
    await route.fallback()
  })
  await page.clock.fastForward('05:00')
  await expect(contact.button).toBeDisabled()
  await expect(page.locator('#bot-check-status')).toHaveText(botCheck.expired)
  release()
  await expect(contact.button).toBeEnabled()
  expect(issued).toHaveLength(2)
})

test('Turnstile: the widget of the contract, its script asked for on this page alone', async ({ page }) => {
  const lines = watchConsole(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('challenges.cloudflare.com')) scripts.push(request.url())
  })
  await contact.openWithTurnstile()
  await expect(contact.button).toBeEnabled()
  expect(scripts).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'])
  const { renders } = await contact.standInState()
  expect(renders).toHaveLength(1)
  expect(renders[0]).toMatchObject({
    sitekey: 'stand-in-site-key',
    action: 'contact',
    'retry-interval': 8000,
  })
  expect(lines).toEqual([])
})

test('Turnstile: a navigation to the form loads the document whose policy admits it', async ({ page }) => {
  await contact.openWithTurnstile({ path: '/' })
  await page.locator('html[data-hydrated]').waitFor()
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents++
  })
  await page.locator('main a[href="/contact"]').first().click()
  await expect(contact.button).toBeEnabled()
  expect(documents).toBe(1)
})

test('Turnstile: a navigation away from the form removes its script', async ({ page }) => {
  await contact.openWithTurnstile()
  await expect(contact.button).toBeEnabled()
  await page.locator('footer a[href="/about"]').click()
  await expect(page).toHaveURL('/about')
  await page.waitForFunction(() => !('turnstile' in window) && 'hydrated' in document.documentElement.dataset)
  await expect(page.locator('h1')).toBeVisible()
  expect(await page.evaluate(() => document.querySelectorAll('script[src]').length)).toBe(0)
})

for (const event of ['expire', 'fail'] as const) {
  test(`Turnstile: the token is cleared when the widget reports ${event}`, async () => {
    await contact.openWithTurnstile()
    await expect(contact.button).toBeEnabled()
    await contact.standIn(event)
    await expect(contact.button).toBeDisabled()
    await expect(contact.page.locator('#bot-check-status')).toHaveText(botCheck.expired)
    await contact.standIn('solve')
    await expect(contact.button).toBeEnabled()
  })
}

test('Turnstile: no token within 8 s shows the mail link with the typed values, within 30 s says so; a late token still unlocks', async ({
  page,
}) => {
  await page.clock.install()
  await contact.openWithTurnstile({ solvesItself: false })
  await page.waitForFunction(() => (window as unknown as { standIn?: object }).standIn)
  // The seconds that a busy machine took until here count, those from here on do not.
  await stopClock(page)
  await contact.fill()
  await page.clock.runFor(1_000)
  await expect(contact.fallback).toHaveCount(0)
  await page.clock.runFor(7_000)
  await expect(contact.fallback).toBeVisible()
  await expect(page.getByText(botCheck.unavailable)).toHaveCount(0)
  await page.clock.runFor(22_000)
  await expect(page.getByText(botCheck.unavailable)).toBeVisible()
  await contact.field('message').fill('Typed after the wait')
  const link = new URL((await contact.fallback.getAttribute('href'))!)
  expect(link.pathname).toBe(site.email)
  expect(link.searchParams.get('body')).toMatch(/^First name: Canary\r\n.*\r\n\r\nTyped after the wait$/s)
  await expect(contact.button).toBeDisabled()
  await contact.standIn('solve')
  await expect(contact.button).toBeEnabled()
  await expect(contact.fallback).toHaveCount(0)
})

test('a blocked script: a warning, another try after 8 s, then the mail link', async ({ page }) => {
  const lines = watchConsole(page)
  await page.clock.install()
  await page.route('**/api/challenge', (route) =>
    route.fulfill({ json: { provider: 'turnstile', siteKey: 'stand-in-site-key' } }),
  )
  let tries = 0
  await page.route('https://challenges.cloudflare.com/**', (route) => {
    tries++
    return route.abort()
  })
  await contact.admitTurnstile()
  await page.goto('/contact')
  await expect.poll(() => tries).toBe(1)
  await runClockUntil(page, () => tries, 2)
  await page.clock.runFor(30_000)
  await expect(contact.fallback).toBeVisible()
  expect(lines).toContain('Turnstile has not been loaded')
})

test('no challenge from the server: asked again every 8 s, unlocked as soon as there is one', async ({
  page,
}) => {
  await page.clock.install()
  let asked = 0
  await page.route('**/api/challenge', (route) => {
    asked++
    return route.fulfill({ status: 503, json: { error: 'x', code: 'unavailable' } })
  })
  await page.goto('/contact')
  for (const times of [1, 2, 3]) await runClockUntil(page, () => asked, times)
  await page.clock.runFor(30_000)
  await expect(contact.fallback).toBeVisible()
  await serveAltcha(page)
  await runClockUntil(page, () => contact.button.isEnabled(), true)
  await expect(contact.fallback).toHaveCount(0)
})
