import { expect, test } from '@playwright/test'
import { botCheck, confirmation, directContact, notSent } from '../../src/content/en/contact'
import { ContactPage, REFERENCE } from './contact-page'
import { hold, hydrated, phone, stopClock } from './support'

/** What a visitor with a phone sees and hears from pressing Send on. */
test.use(phone)

let contact: ContactPage

test.beforeEach(({ page }) => {
  contact = new ContactPage(page)
})

test.describe('after a success', () => {
  test('the confirmation has the focus, the reference is in view and announced', async ({ page }) => {
    await contact.sendOne()
    // At the top of the screen, where the toast at the bottom hides nothing of it.
    expect((await contact.confirmation.boundingBox())?.y).toBeLessThan(160)
    await expect(contact.reference).toBeInViewport()
    const said = await contact.announced()
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
    await contact.sendOne()
    await page.clock.runFor(6000)
    await expect(contact.success).toHaveCount(0)
    await page.getByRole('button', { name: confirmation.copy.label }).tap()
    await expect(page.getByRole('button', { name: confirmation.copy.done })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(REFERENCE)
  })

  test('by keyboard to an empty form whose check is silent until the visitor types', async ({ page }) => {
    await contact.sendOne()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: confirmation.copy.label })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your inquiry' })).toBeFocused()
    await expect(contact.confirmation).toHaveCount(0)
    await expect(contact.field('firstName')).toHaveValue('')
    await expect(contact.button).toBeEnabled()
    expect(await contact.announced()).not.toContain(botCheck.ready)
    await contact.field('firstName').fill('Canary')
    expect(await contact.announced()).toContain(botCheck.ready)
  })

  test("the answer is promised for the day that the server says, in the office's time", async ({ page }) => {
    await contact.answerSends(201, { reference: REFERENCE, answerDue: '2026-11-25T18:00:00+01:00' })
    await contact.openReady()
    await contact.fill()
    await contact.button.tap()
    const section = page.getByRole('region', { name: confirmation.heading })
    // Browsers differ in the comma.
    const promise = /We will answer by Wednesday,? 25 November 2026 at 18:00, Zurich time\./
    await expect(section).toContainText(promise)
    await expect(section).not.toContainText('within two working days')
  })

  test('an incident is answered within 24 hours', async ({ page }) => {
    await contact.answerSends(201, { reference: REFERENCE })
    await contact.openReady()
    await contact.fill()
    await contact.field('contactReason').selectOption('incident-response')
    await contact.button.tap()
    await expect(page.getByRole('region', { name: confirmation.heading })).toContainText(
      directContact.urgentNote,
    )
  })
})

test.describe('a failed send', () => {
  test('leaves a message with another try, which sends', async ({ page }) => {
    await page.clock.install()
    await contact.answerSends(503, { error: 'x', code: 'unavailable' })
    await contact.openReady()
    await contact.fill()
    await stopClock(page)
    await contact.button.tap()
    await expect(contact.failure).toBeVisible()
    await page.clock.runFor(9000)
    await expect(contact.failure).toHaveCount(0)
    await expect(page.getByRole('heading', { name: notSent.heading })).toBeInViewport()
    expect((await contact.announced()).join()).toContain(notSent.heading + notSent.text)
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
    await contact.sendOne()
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

test.describe('while it sends', () => {
  test('nothing else is claimed, also while the rules are loading', async ({ page }) => {
    const { held, release } = hold()
    await page.route(/rules-.*\.js/, async (route) => {
      await held
      await route.continue()
    })
    await contact.answerSends(201, { reference: REFERENCE })
    await contact.openReady()
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
    const release = await contact.holdSends(201, { reference: REFERENCE })
    await contact.openWithAltcha()
    await contact.fill()
    await contact.button.tap()
    await expect(contact.button).toHaveText('Sending...')
    await page.locator('footer a[href="/about"]').tap()
    await expect(page).toHaveURL('/about')
    release()
    await expect(contact.success).toBeVisible()
    await page.goBack()
    await expect(contact.reference).toHaveText(REFERENCE)
  })

  test('a press on the button that waits says why it waits', async ({ page }) => {
    await contact.openWithTurnstile({ solvesItself: false })
    await hydrated(page)
    await contact.button.tap({ force: true })
    await expect(page.getByText(botCheck.notYet)).toBeInViewport()
    expect((await contact.announced()).join()).toContain(`${botCheck.notYet} ${botCheck.working}`)
    await contact.field('company').press('Enter')
    await expect(page.getByText(botCheck.notYet)).toHaveCount(1)
  })
})
