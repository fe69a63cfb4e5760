import { expect, test } from '@playwright/test'
import { mailFallback, scriptsFailed } from '../../src/content/en/contact'
import { site } from '../../src/content/en/site'
import { ContactPage, serveAltcha } from './contact-page'
import { hold, hydrated, phone, stopClock } from './support'

/** What a visitor with a phone can still do when a message is too long, cannot be sent, or the scripts do not arrive. */
test.use(phone)

let contact: ContactPage

test.beforeEach(({ page }) => {
  contact = new ContactPage(page)
})

test('a message that is too long: how much, in the colour of errors, announced once', async ({ page }) => {
  await contact.openReady()
  const note = page.locator('#message-note')
  await contact.field('message').fill('a'.repeat(1010))
  await expect(note).toHaveText('10 characters too many')
  const red = await page
    .locator('.required')
    .first()
    .evaluate((label) => getComputedStyle(label, '::after').color)
  await expect(note).toHaveCSS('color', red)
  expect(await contact.announced()).toContain('10 characters too many')
  await contact.field('message').press('End')
  await contact.field('message').press('b')
  await expect(note).toHaveText('11 characters too many')
  expect(await contact.announced()).toContain('10 characters too many')
})

test.describe('without the form', () => {
  test('the mail link is bounded, and what was typed can be copied whole', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await contact.answerSends(503, { error: 'x', code: 'unavailable' })
    await contact.openReady()
    const message = 'é'.repeat(1000)
    await contact.fill({ message })
    await contact.button.tap()
    await expect(contact.fallback).toHaveAttribute('href', /[?&]body=/)
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
    const { held, release } = hold()
    await page.route('**/assets/**', async (route) => {
      await held
      await route.continue()
    })
    await serveAltcha(page)
    const asked = page.waitForRequest('**/assets/**')
    await page.goto('/contact')
    await asked
    const note = page.getByText(scriptsFailed.heading).first()
    await stopClock(page)
    await page.clock.runFor(3000)
    await expect(note).toBeHidden()
    await page.clock.runFor(2000)
    await expect(note).toBeVisible()
    await contact.fill()
    release()
    await hydrated(page)
    await expect(note).toBeHidden()
    await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
  })
})
