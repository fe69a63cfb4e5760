import { expect, type Locator, type Page, test } from '@playwright/test'
import { ContactPage, FAILURE, SUCCESS, watchConsole } from './contact-page'
import { stopClock } from './support'

let contact: ContactPage

test.beforeEach(({ page }) => {
  contact = new ContactPage(page)
})

async function openReady(path?: string) {
  await contact.openWithTurnstile(path ? { path } : {})
  await expect(contact.button).toBeEnabled()
}

/** Shown for so long by the page's own clock, to the hundredth of a second. */
async function expectShownFor(page: Page, toast: Locator, milliseconds: number) {
  await page.mouse.move(0, 0)
  await page.clock.runFor(milliseconds - 10)
  await expect(toast).toBeVisible()
  await page.clock.runFor(20)
  await expect(toast).toHaveCount(0)
}

test('success: a toast at the bottom right for 5 s, an empty form, the reference, the focus', async ({
  page,
}) => {
  await page.clock.install()
  await contact.answerSends(201, { reference: 'FW-7K3Q-9D2M' })
  await openReady()
  await contact.fill()
  await stopClock(page)
  await contact.button.click()
  await expect(contact.success).toContainText(SUCCESS)

  const box = (await contact.success.boundingBox())!
  const view = page.viewportSize()!
  expect(view.width - (box.x + box.width)).toBeLessThanOrEqual(32)
  expect(view.height - (box.y + box.height)).toBeLessThanOrEqual(32)
  await expect(contact.reference).toHaveText('FW-7K3Q-9D2M')
  await expect(contact.field('firstName')).toHaveValue('')
  await expect(contact.field('contactReason')).toHaveValue('')
  await expect(contact.field('consent')).not.toBeChecked()
  await expect(page.locator('#message-note')).toHaveText('1000 characters left')
  await expectShownFor(page, contact.success, 5000)
  await expect(contact.confirmation).toBeFocused()
})

test('failure: a toast for 8 s, the values stay, the widget is reset', async ({ page }) => {
  await page.clock.install()
  await contact.answerSends(503, { error: 'the database cannot be reached', code: 'unavailable' })
  await openReady()
  await contact.fill()
  await stopClock(page)
  await contact.button.click()
  await expect(contact.failure).toContainText(FAILURE)
  await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
  await expect(contact.field('gdprConsent')).toBeChecked()
  expect((await contact.standInState()).resets).toBe(1)
  await expectShownFor(page, contact.failure, 8000)
})

test('a toast waits under the pointer and while it has the focus, and Escape closes it', async ({ page }) => {
  await page.clock.install()
  await contact.answerSends(500, { error: 'x', code: 'internal' })
  await contact.openWithTurnstile()
  await page.clock.runFor(1000)
  await contact.fill()
  await contact.button.click()
  await contact.failure.hover()
  await page.clock.runFor(20_000)
  await expect(contact.failure).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss message' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  await expect(contact.failure).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(contact.failure).toHaveCount(0)
  await expect(contact.button).toBeFocused()
})

test('while sending the button says so, is disabled, and a second submit is ignored', async ({ page }) => {
  const release = await contact.holdSends(201, { reference: 'FW-0000-0000' })
  await openReady()
  await contact.fill()
  await contact.button.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.form?.requestSubmit()
  })
  await expect(contact.button).toHaveText('Sending...')
  await expect(contact.button).toBeDisabled()
  await contact.button.dispatchEvent('click')
  await contact.field('firstName').press('Enter')
  release()
  await expect(contact.success).toBeVisible()
  expect(contact.sent).toHaveLength(1)
  await expect(page.getByText('Sending...')).toHaveCount(0)
})

test('one key per wording: kept for the next try, new after a success', async () => {
  await contact.answerSends(503, { error: 'x', code: 'unavailable' })
  await openReady()
  await contact.fill()
  await contact.button.click()
  await expect(contact.failure).toBeVisible()
  await contact.answerSends(201, { reference: 'FW-0000-0000' })
  await contact.button.click()
  await expect(contact.success).toBeVisible()
  await contact.another.click()
  await contact.fill()
  await contact.button.click()
  await expect.poll(() => contact.sent.length).toBe(3)
  const keys = contact.sent.map((request) => request.headers()['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
  const tokens = contact.sent.map((request) => request.postDataJSON().turnstileToken)
  expect(new Set(tokens).size).toBe(3)
})

test("the server's messages appear at their fields, its error sentence only in the console", async ({
  page,
}) => {
  const lines = watchConsole(page)
  await contact.answerSends(422, {
    error: 'the inquiry breaks field rules',
    code: 'validation_failed',
    fields: { email: 'Invalid email address', company: 'Company is required' },
  })
  await openReady()
  await contact.fill()
  await contact.button.click()
  await expect(contact.summary).toBeFocused()
  await expect(contact.error('email')).toHaveText('Error: Invalid email address')
  await expect(contact.error('company')).toHaveText('Error: Company is required')
  await expect(contact.failure).toContainText(FAILURE)
  await expect(page.getByText('the inquiry breaks field rules')).toHaveCount(0)
  expect(lines.filter((line) => !line.includes('422'))).toEqual(['the inquiry breaks field rules'])
})

test('a refused token and an unreachable server are failures as well', async ({ page }) => {
  await contact.answerSends(403, { error: 'the bot check was refused', code: 'bot_check_refused' })
  await openReady()
  await contact.fill()
  await contact.button.click()
  await expect(contact.failure).toContainText(FAILURE)
  await page.keyboard.press('Escape')
  await expect(contact.failure).toHaveCount(0)
  await page.route('**/api/send-email', (route) => route.abort())
  await contact.button.click()
  await expect(contact.failure).toContainText(FAILURE)
})

test('the query fills three fields and leaves the address bar', async ({ page }) => {
  await openReady(
    '/contact?firstName=Canary&lastName=Test%20Fall&email=canary%2Bq@visitor.example&company=no&ref=1',
  )
  await expect(contact.field('firstName')).toHaveValue('Canary')
  await expect(contact.field('lastName')).toHaveValue('Test Fall')
  await expect(contact.field('email')).toHaveValue('canary+q@visitor.example')
  await expect(contact.field('company')).toHaveValue('')
  expect(new URL(page.url()).search).toBe('?company=no&ref=1')
  await contact.button.click()
  await expect(contact.error('firstName')).toHaveCount(0)
  await expect(contact.error('lastName')).toHaveCount(0)
})
