import { expect, type Page, test } from '@playwright/test'
import {
  botCheck,
  confirmation,
  directContact,
  mailFallback,
  notSent,
  scriptsFailed,
} from '../../src/content/contact'
import { founder, site, team } from '../../src/content/site'
import { ContactPage, serveAltcha } from './contact-page'
import { hydrated, mobile, open, stopClock } from './support'

/** The seconds around Send on a phone: by touch, by keyboard, and in the live regions. */
test.use({ viewport: mobile, hasTouch: true, isMobile: true })

const REFERENCE = 'FW-7K3Q-9D2M'

let contact: ContactPage

test.beforeEach(({ page }) => {
  contact = new ContactPage(page)
})

async function openReady(path?: string) {
  await contact.openWithTurnstile(path ? { path } : {})
  await expect(contact.button).toBeEnabled()
}

async function sendOne() {
  await contact.answerSends(201, { reference: REFERENCE })
  await openReady()
  await contact.fill()
  await contact.button.tap()
  await expect(contact.confirmation).toBeFocused()
}

/** What screen readers are given to announce, without empty regions. */
const announced = (page: Page) =>
  page.locator('[role=status]:not([aria-live=off]), [role=alert]').evaluateAll((regions) =>
    regions
      .filter((region) => region.checkVisibility())
      .map((region) => region.textContent ?? '')
      .filter(Boolean),
  )

/** The form guarded by ALTCHA, so that a link is a navigation within the site. */
async function openWithAltcha(page: Page, path = '/contact') {
  await serveAltcha(page)
  await open(page, path)
}

test.describe('1. after a success', () => {
  test('the confirmation has the focus, the reference is in view and announced', async ({ page }) => {
    await sendOne()
    await expect(contact.confirmation).toBeInViewport()
    await expect(contact.reference).toBeInViewport()
    const said = await announced(page)
    expect(said).toContain(`${confirmation.reference}: ${REFERENCE}`)
    expect(said.join()).not.toContain(botCheck.ready)
    const section = page.getByRole('region', { name: confirmation.heading })
    await expect(section).toContainText('canary@visitor.example')
    await expect(section).toContainText('within two working days')
    await expect(section).toContainText(confirmation.next)
    await expect(contact.button).toBeHidden()
  })

  test('the reference outlasts the toast and can be copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.clock.install()
    await sendOne()
    await page.clock.runFor(6000)
    await expect(contact.success).toHaveCount(0)
    await page.getByRole('button', { name: confirmation.copy.label }).tap()
    await expect(page.getByRole('button', { name: confirmation.copy.done })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(REFERENCE)
  })

  test('by keyboard to an empty form whose check is silent until the visitor types', async ({ page }) => {
    await sendOne()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: confirmation.copy.label })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your inquiry' })).toBeFocused()
    await expect(contact.confirmation).toHaveCount(0)
    await expect(contact.field('firstName')).toHaveValue('')
    await expect(contact.button).toBeEnabled()
    expect(await announced(page)).not.toContain(botCheck.ready)
    await contact.field('firstName').fill('Canary')
    expect(await announced(page)).toContain(botCheck.ready)
  })

  test('an incident is answered within 24 hours', async ({ page }) => {
    await contact.answerSends(201, { reference: REFERENCE })
    await openReady()
    await contact.fill()
    await contact.field('contactReason').selectOption('incident-response')
    await contact.button.tap()
    await expect(page.getByRole('region', { name: confirmation.heading })).toContainText(
      directContact.urgentNote,
    )
  })
})

test.describe('2. what was typed', () => {
  test('survives a link and Back, in memory alone', async ({ page }) => {
    await openWithAltcha(page)
    await contact.fill()
    await contact.field('program').selectOption('siem-threat-hunting')
    await page.locator('footer a[href="/about"]').tap()
    await expect(page).toHaveURL('/about')
    await page.goBack()
    await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
    await expect(contact.field('program')).toHaveValue('siem-threat-hunting')
    await expect(contact.field('consent')).toBeChecked()
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, name, document.cookie]),
    )
    expect(stored).not.toContain('detection')
    expect(stored).not.toContain('Canary')
  })

  test('survives a link and Back with Turnstile, whose pages are loaded anew', async ({ page }) => {
    await openReady()
    await contact.fill()
    await page.locator('footer a[href="/about"]').tap()
    await expect(page).toHaveURL('/about')
    await hydrated(page)
    await page.goBack()
    await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
  })
})

test.describe('3. a failed send', () => {
  test('leaves a message with another try, which sends', async ({ page }) => {
    await page.clock.install()
    await contact.answerSends(503, { error: 'x', code: 'unavailable' })
    await openReady()
    await contact.fill()
    await stopClock(page)
    await contact.button.tap()
    await expect(contact.failure).toBeVisible()
    await page.clock.runFor(9000)
    await expect(contact.failure).toHaveCount(0)
    await expect(page.getByRole('heading', { name: notSent.heading })).toBeInViewport()
    expect((await announced(page)).join()).toContain(notSent.heading + notSent.text)
    await expect(contact.fallback).toHaveAttribute('href', /^mailto:/)
    await contact.answerSends(201, { reference: REFERENCE })
    await page.getByRole('button', { name: notSent.retry }).tap()
    await expect(contact.confirmation).toBeFocused()
    await expect(page.getByText(notSent.heading)).toHaveCount(0)
  })

  test('offline is called offline, and the second failure has no success beside it', async ({
    page,
    context,
  }) => {
    await sendOne()
    await contact.another.tap()
    await contact.fill()
    await expect(contact.button).toBeEnabled()
    await page.route('**/api/send-email', (route) => route.abort())
    await context.setOffline(true)
    await contact.button.tap()
    await expect(page.getByText(notSent.offline)).toBeVisible()
    await expect(page.getByText(REFERENCE)).toHaveCount(0)
    await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
    await context.setOffline(false)
    await expect(page.getByText(notSent.text)).toBeVisible()
  })

  test('offline before the check is done: the button says so', async ({ page, context }) => {
    await contact.openWithTurnstile({ solvesItself: false })
    await hydrated(page)
    await context.setOffline(true)
    await expect(page.getByText(botCheck.offline)).toBeVisible()
  })
})

test.describe('4. while it sends', () => {
  test('nothing else is claimed, also while the rules are loading', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/rules-.*\.js/, async (route) => {
      await held
      await route.continue()
    })
    await contact.answerSends(201, { reference: REFERENCE }, 1000)
    await openReady()
    await contact.fill()
    await contact.button.tap()
    await expect(contact.button).toHaveText('Sending...')
    await expect(page.getByText(botCheck.ready)).toHaveCount(0)
    expect(contact.sent).toHaveLength(0)
    release()
    await expect(contact.confirmation).toBeFocused()
  })

  test('a visitor who leaves meanwhile reads the outcome there, and finds the confirmation', async ({
    page,
  }) => {
    await contact.answerSends(201, { reference: REFERENCE }, 1500)
    await openWithAltcha(page)
    await contact.fill()
    await contact.button.tap()
    await expect(contact.button).toHaveText('Sending...')
    await page.locator('footer a[href="/about"]').tap()
    await expect(page).toHaveURL('/about')
    await expect(contact.success).toBeVisible()
    await page.goBack()
    await expect(contact.reference).toHaveText(REFERENCE)
  })

  test('a press on the button that waits says why it waits', async ({ page }) => {
    await contact.openWithTurnstile({ solvesItself: false })
    await hydrated(page)
    await contact.button.tap({ force: true })
    await expect(page.getByText(botCheck.notYet)).toBeInViewport()
    expect((await announced(page)).join()).toContain(`${botCheck.notYet} ${botCheck.working}`)
    await contact.field('company').press('Enter')
    await expect(page.getByText(botCheck.notYet)).toHaveCount(1)
  })
})

test.describe('5. a link keeps its context', () => {
  for (const [path, expected] of [
    ['/programs/purple-team-operations', { program: 'purple-team-operations' }],
    ['/services/cloud-security', { contactReason: 'cloud-security' }],
    ['/why-us/partners', { contactReason: 'partnership' }],
    [`/about-${founder.slug}`, { message: `For the attention of ${founder.name}\n\n` }],
  ] as const)
    test(`from ${path}`, async ({ page }) => {
      await openWithAltcha(page, path)
      await page.locator('main .closing a').tap()
      for (const [name, value] of Object.entries(expected))
        await expect(contact.field(name)).toHaveValue(value)
    })

  test('an untouched salutation gives way to that of the next link', async ({ page }) => {
    const [, first, second] = team
    if (!first || !second) throw new Error('the team has fewer than three members')
    await openWithAltcha(page, `/contact?to=${first.id}`)
    await expect(contact.field('message')).toHaveValue(new RegExp(first.name))
    await page.locator('footer a[href="/about-team"]').first().tap()
    await expect(page).toHaveURL('/about-team')
    await page.locator(`main a[href*="to=${second.id}"]`).first().tap()
    await expect(contact.field('message')).toHaveValue(new RegExp(second.name))
  })

  test('also through the load that Turnstile needs, with what was typed meanwhile', async ({ page }) => {
    await contact.openWithTurnstile({ path: '/programs/siem-threat-hunting' })
    await hydrated(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    await page.route('**/api/challenge', async (route) => {
      if (asked++ === 0) await held
      await route.fulfill({ json: { provider: 'turnstile', siteKey: 'stand-in-site-key' } })
    })
    await page.locator('main .closing a').tap()
    await contact.field('message').fill('Typed meanwhile')
    await contact.field('consent').check()
    release()
    await expect(contact.button).toBeEnabled()
    await expect(contact.field('message')).toHaveValue('Typed meanwhile')
    await expect(contact.field('consent')).toBeChecked()
    await expect(contact.field('program')).toHaveValue('siem-threat-hunting')
    await expect(contact.field('contactReason')).toHaveValue('threat-detection-response')
    expect(await page.evaluate(() => name)).toBe('')
  })
})

test('6. a message that is too long: how much, in the colour of errors, announced once', async ({ page }) => {
  await openReady()
  const note = page.locator('#message-note')
  await contact.field('message').fill('a'.repeat(1010))
  await expect(note).toHaveText('10 characters too many')
  const red = await page
    .locator('.required')
    .first()
    .evaluate((label) => getComputedStyle(label, '::after').color)
  await expect(note).toHaveCSS('color', red)
  expect(await announced(page)).toContain('10 characters too many')
  await contact.field('message').press('End')
  await contact.field('message').press('b')
  await expect(note).toHaveText('11 characters too many')
  expect(await announced(page)).toContain('10 characters too many')
})

test.describe('7. without the form', () => {
  test('the mail link is bounded, and what was typed can be copied whole', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await contact.answerSends(503, { error: 'x', code: 'unavailable' })
    await openReady()
    const message = 'é'.repeat(1000)
    await contact.fill({ message })
    await contact.button.tap()
    const href = (await contact.fallback.getAttribute('href')) ?? ''
    expect(href.length).toBeLessThanOrEqual(1900)
    expect(new URL(href).searchParams.get('body')).toContain('Reason for contact: DevSecOps and SDLC')
    await page.getByRole('button', { name: mailFallback.copy.label }).tap()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(message)
    expect(copied).toContain('Company: Probe AG')
  })

  test('scripts that fail: another try keeps what was typed', async ({ page }) => {
    await page.route('**/assets/**', (route) => route.abort())
    await page.goto('/contact')
    const note = page.getByText(scriptsFailed.heading).first()
    await expect(note).toBeVisible()
    await expect(page.locator(`form a[href="mailto:${site.email}"]`)).toBeVisible()
    await contact.fill()
    const retry = page.getByRole('button', { name: scriptsFailed.retry })
    await retry.last().tap()
    await expect(note).toBeVisible()
    await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
    await page.unroute('**/assets/**')
    await serveAltcha(page)
    await retry.last().tap()
    await expect(contact.button).toBeEnabled()
    await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
    await expect(contact.field('contactReason')).toHaveValue('devsecops')
    await expect(contact.field('gdprConsent')).toBeChecked()
    await expect(note).toBeHidden()
    expect(await page.evaluate(() => name)).toBe('')
  })

  test('scripts that hang: the same after 10 s, and a late arrival takes over', async ({ page }) => {
    await page.clock.install()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/**', async (route) => {
      await held
      await route.continue()
    })
    await serveAltcha(page)
    const asked = page.waitForRequest('**/assets/**')
    await page.goto('/contact')
    await asked
    const note = page.getByText(scriptsFailed.heading).first()
    await page.clock.runFor(9000)
    await expect(note).toBeHidden()
    await page.clock.runFor(1500)
    await expect(note).toBeVisible()
    await contact.fill()
    release()
    await hydrated(page)
    await expect(note).toBeHidden()
    await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
  })
})
