import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { addresses } from '../../src/content/addresses'
import { texts } from '../../src/content/all'
import { site } from '../../src/content/en/site'
import type { Language } from '../../src/content/languages'
import { hold, languages, open } from './support'

/** Everything the contact tests share: the page's controls, answers of the server, and the widget's stand-in. */

export const FAILURE = `Failed to send message. Please contact us directly at ${site.email}`
export const REFERENCE = 'FW-7K3Q-9D2M'
export const SUCCESS = "Message sent successfully! We'll get back to you soon."

/** What `window.standIn` of the stand-in script offers. */
interface StandIn {
  renders: Record<string, unknown>[]
  resets: number
  ask(): void
  expire(): void
  fail(): void
  solve(): void
}

/** A local stand-in for Turnstile's script with the calls of the specification, section 7. Its tokens tell siteverify's what to answer. */
function standInScript(solvesItself: boolean): string {
  return `{
  let options, response = ''
  const standIn = (window.standIn = {
    renders: [], resets: 0,
    solve() { response = 'success.' + crypto.randomUUID(); options.callback(response) },
    ask() { options['before-interactive-callback']() },
    expire() { response = ''; options['expired-callback'](response) },
    fail() { response = ''; options['error-callback']('300030') },
  })
  window.turnstile = {
    ready(callback) { callback() },
    render(container, given) {
      options = given
      standIn.renders.push({ ...given })
      if (${solvesItself}) setTimeout(standIn.solve, 20)
      return 'widget-1'
    },
    reset() { response = ''; standIn.resets++; if (${solvesItself}) setTimeout(standIn.solve, 20) },
    execute() {}, remove() {},
    getResponse() { return response },
    isExpired() { return !response },
  }
}`
}

const contactPaths: readonly string[] = languages.map((language) => addresses[language].contact)

export class ContactPage {
  readonly page: Page
  readonly language: Language
  private readonly consentTexts: Readonly<Record<string, string>>
  readonly button: Locator
  readonly summary: Locator
  readonly success: Locator
  readonly failure: Locator
  readonly fallback: Locator
  /** The heading that replaces the form after a send. */
  readonly confirmation: Locator
  readonly reference: Locator
  readonly another: Locator
  /** Every `POST /api/send-email` of this page, in order. */
  readonly sent: Request[] = []

  constructor(page: Page, language: Language = 'en') {
    const { confirmation, consentTexts, form, mailFallback } = texts[language]
    this.page = page
    this.language = language
    this.consentTexts = consentTexts
    this.button = page
      .getByRole('button', { name: form.submit, exact: true })
      .or(page.getByRole('button', { name: form.submitting, exact: true }))
    this.summary = page.getByRole('region', { name: form.errorSummary })
    this.success = page.locator('[data-toast=success]')
    this.failure = page.locator('[data-toast=error]')
    this.fallback = page.getByRole('link', { name: mailFallback.link })
    this.confirmation = page.getByRole('heading', { name: confirmation.heading })
    this.reference = page.locator('#reference')
    this.another = page.getByRole('button', { name: confirmation.another })
    page.on('request', (request) => {
      if (request.url().endsWith('/api/send-email')) this.sent.push(request)
    })
  }

  private get path(): string {
    return addresses[this.language].contact
  }

  field(name: string): Locator {
    return this.page.locator(`#${name}`)
  }

  error(name: string): Locator {
    return this.page.locator(`#${name}-error`)
  }

  async fill(overrides: Record<string, string> = {}) {
    const typed = {
      firstName: 'Canary',
      lastName: 'Testfall',
      company: 'Probe AG',
      email: 'canary@visitor.example',
      message: 'We would like to talk about detection.',
      ...overrides,
    }
    for (const [name, value] of Object.entries(typed)) await this.field(name).fill(value)
    await this.field('contactReason').selectOption('devsecops')
    for (const text of Object.values(this.consentTexts)) await this.page.getByLabel(text).check()
  }

  /** Answers every send; the handler may be replaced by calling this again. */
  async answerSends(status: number, body: unknown, held: Promise<void> = Promise.resolve()) {
    await this.page.route('**/api/send-email', async (route) => {
      await held
      await route.fulfill({ status, json: body })
    })
  }

  /** As `answerSends`, once the function that it returns is called. */
  async holdSends(status: number, body: unknown): Promise<() => void> {
    const { held, release } = hold()
    await this.answerSends(status, body, held)
    return release
  }

  /** The form guarded by Turnstile, whose script is the stand-in, under the policy the server sends for it. */
  async openWithTurnstile({ path = this.path, solvesItself = true } = {}) {
    await this.page.route('**/api/challenge', (route) =>
      route.fulfill({ json: { provider: 'turnstile', siteKey: 'stand-in-site-key' } }),
    )
    await this.standInForTurnstile(solvesItself)
    await this.admitTurnstile()
    await this.page.goto(path)
  }

  async openReady(path = this.path) {
    await this.openWithTurnstile({ path })
    await expect(this.button).toBeEnabled()
  }

  async sendOne() {
    await this.answerSends(201, { reference: REFERENCE })
    await this.openReady()
    await this.fill()
    await this.button.tap()
    await expect(this.confirmation).toBeFocused()
  }

  /** The form guarded by ALTCHA, so that a link is a navigation within the site. */
  async openWithAltcha(path = this.path) {
    await serveAltcha(this.page)
    await open(this.page, path)
  }

  /** What screen readers are given to announce, without empty regions. */
  announced(): Promise<string[]> {
    return this.page.locator('[role=status]:not([aria-live=off]), [role=alert]').evaluateAll((regions) =>
      regions
        .filter((region) => region.checkVisibility())
        .map((region) => region.textContent ?? '')
        .filter(Boolean),
    )
  }

  /** The third party's script never comes from the network. */
  async standInForTurnstile(solvesItself = true) {
    await this.page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: standInScript(solvesItself) }),
    )
  }

  /** The served policy, opened for the widget as the server does when Turnstile is chosen. */
  async admitTurnstile() {
    const origin = 'https://challenges.cloudflare.com'
    await this.page.route(
      ({ pathname }) => contactPaths.includes(pathname),
      async (route) => {
        const response = await route.fetch()
        const policy = (response.headers()['content-security-policy'] ?? '')
          .replace(/; (require-)?trusted-types[^;]*/g, '')
          .replace(/(script-src|connect-src) 'self'/g, `$& ${origin}`)
          .concat(`; frame-src ${origin}`)
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'content-security-policy': policy },
        })
      },
    )
  }

  async standIn(call: keyof Pick<StandIn, 'ask' | 'expire' | 'fail' | 'solve'>) {
    await this.page.evaluate((name) => (window as unknown as { standIn: StandIn }).standIn[name](), call)
  }

  standInState(): Promise<Pick<StandIn, 'renders' | 'resets'>> {
    return this.page.evaluate(() => {
      const { renders, resets } = (window as unknown as { standIn: StandIn }).standIn
      return { renders: JSON.parse(JSON.stringify(renders)), resets }
    })
  }
}

/** Collects what must stay empty: console errors and warnings, uncaught errors, policy violations. */
export function watchConsole(page: Page): string[] {
  const lines: string[] = []
  page.on('pageerror', (error) => lines.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(message.text())
  })
  return lines
}

/** A challenge of protocol v2 as the server issues it. */
function issue(lifetimeSeconds: number) {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1000,
    counter: 40,
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
    hmacSignatureSecret: 'signature-secret',
    hmacKeySignatureSecret: 'key-secret',
    data: { action: 'contact' },
  })
}

/** The form guarded by ALTCHA. Returns the nonces of the challenges, in order. */
export async function serveAltcha(page: Page, lifetimeSeconds = 300) {
  const issued: string[] = []
  await page.route('**/api/challenge', async (route) => {
    const challenge = await issue(lifetimeSeconds)
    issued.push(challenge.parameters.nonce)
    await route.fulfill({
      json: { provider: 'altcha', challenge },
      headers: { date: new Date().toUTCString() },
    })
  })
  return issued
}
