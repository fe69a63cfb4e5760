import { expect, type Locator, test } from '@playwright/test'
import {
  botCheck,
  confirmation,
  consentTexts,
  mailFallback,
  notSent,
  scriptsFailed,
} from '../../src/content/en/contact'
import { TEXTS_VERSION } from '../../src/content/en/texts-version'
import { ContactPage, REFERENCE, serveAltcha } from './contact-page'
import { hydrated, mobile } from './support'

/** What the other suites do by touch, on the same screen by keyboard alone. */
test.use({ viewport: mobile })

let contact: ContactPage

test.beforeEach(({ page }) => {
  contact = new ContactPage(page)
})

/** Presses Tab until the control has the focus, as a visitor would. */
async function tabTo(target: Locator, presses = 60) {
  for (let pressed = 0; pressed < presses; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await contact.page.keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached in ${presses} stops`)
}

/** Fills in the required fields, from the first one on. */
async function type(message = 'We would like to talk about detection.') {
  const { keyboard } = contact.page
  await contact.field('firstName').focus()
  for (const [name, text] of [
    ['firstName', 'Canary'],
    ['lastName', 'Testfall'],
    ['company', 'Probe AG'],
    ['email', 'canary@visitor.example'],
    ['contactReason', 'DevS'],
    ['message', message],
  ] as const) {
    await tabTo(contact.field(name))
    await keyboard.type(text)
  }
  for (const text of Object.values(consentTexts)) {
    await tabTo(contact.page.getByLabel(text))
    await keyboard.press('Space')
  }
}

async function send() {
  await tabTo(contact.button)
  await contact.page.keyboard.press('Enter')
}

test('1 and 9: sent, confirmed, announced, and the request names the texts that were shown', async ({
  page,
}) => {
  await contact.answerSends(201, { reference: REFERENCE })
  await contact.openReady()
  await type()
  await send()
  await expect(contact.confirmation).toBeFocused()
  await expect(contact.reference).toBeInViewport()
  expect(await contact.announced()).toContain(`${confirmation.reference}: ${REFERENCE}`)
  expect(contact.sent[0]?.postDataJSON()).toMatchObject({ textsVersion: TEXTS_VERSION, consent: true })
  await tabTo(contact.another, 3)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your inquiry' })).toBeFocused()
})

test('2: the draft survives a link and Back', async ({ page }) => {
  await contact.openWithAltcha()
  await type()
  await tabTo(page.locator('footer a[href="/about"]'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
  await expect(contact.field('gdprConsent')).toBeChecked()
})

test('3: a failure is announced, and Try again sends', async ({ page }) => {
  await contact.answerSends(503, { error: 'x', code: 'unavailable' })
  await contact.openReady()
  await type()
  await send()
  await expect(page.getByRole('heading', { name: notSent.heading })).toBeInViewport()
  expect((await contact.announced()).join()).toContain(notSent.heading + notSent.text)
  await contact.answerSends(201, { reference: REFERENCE })
  await tabTo(page.getByRole('button', { name: notSent.retry }))
  await page.keyboard.press('Enter')
  await expect(contact.confirmation).toBeFocused()
  await expect(page.getByText(notSent.heading)).toHaveCount(0)
})

test('4: Enter on the button that waits says why it waits, and once only', async ({ page }) => {
  await contact.openWithTurnstile({ solvesItself: false })
  await hydrated(page)
  await contact.field('firstName').focus()
  await tabTo(contact.button)
  await page.keyboard.press('Enter')
  await expect(page.getByText(botCheck.notYet)).toBeInViewport()
  expect((await contact.announced()).join()).toContain(`${botCheck.notYet} ${botCheck.working}`)
  await page.keyboard.press('Space')
  await expect(page.getByText(botCheck.notYet)).toHaveCount(1)
  expect(contact.sent).toHaveLength(0)
})

test('4: an early press is not held against the send that follows', async ({ page }) => {
  await contact.answerSends(503, { error: 'x', code: 'unavailable' })
  await contact.openWithTurnstile({ solvesItself: false })
  await hydrated(page)
  await type()
  await send()
  await expect(page.getByText(botCheck.notYet)).toBeVisible()
  await contact.standIn('solve')
  await expect(contact.button).toBeEnabled()
  await send()
  await expect(page.getByRole('heading', { name: notSent.heading })).toBeVisible()
  await expect(page.getByText(botCheck.notYet)).toHaveCount(0)
})

test('5: a call to action keeps its context', async ({ page }) => {
  await contact.openWithAltcha('/programs/siem-threat-hunting')
  await tabTo(page.getByRole('main').getByRole('link', { name: 'Discuss This Program' }))
  await page.keyboard.press('Enter')
  await expect(contact.field('program')).toHaveValue('siem-threat-hunting')
  await expect(contact.field('contactReason')).toHaveValue('threat-detection-response')
})

test('6: the limit is announced when it is passed, not with every key', async ({ page }) => {
  await contact.openReady()
  await contact.field('message').fill('a'.repeat(999))
  await page.keyboard.type('bc')
  await expect(page.locator('#message-note')).toHaveText('1 character too many')
  const said = () => contact.announced().then((texts) => texts.filter((text) => text.includes('too many')))
  expect(await said()).toEqual(['1 character too many'])
  await page.keyboard.type('d')
  await expect(page.locator('#message-note')).toHaveText('2 characters too many')
  expect(await said()).toEqual(['1 character too many'])
  await send()
  await expect(contact.summary).toBeFocused()
})

test('7: what was typed can be copied, and scripts that failed are tried again', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.route('**/assets/**', (route) => route.abort())
  await page.goto('/contact')
  await expect(page.getByText(scriptsFailed.heading).first()).toBeVisible()
  await type()
  await page.unroute('**/assets/**')
  await serveAltcha(page)
  await tabTo(page.getByRole('button', { name: scriptsFailed.retry }).last())
  await page.keyboard.press('Enter')
  await expect(contact.button).toBeEnabled()
  await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
  await contact.answerSends(503, { error: 'x', code: 'unavailable' })
  await contact.field('message').focus()
  await send()
  await tabTo(page.getByRole('button', { name: mailFallback.copy.label }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: mailFallback.copy.done })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Company: Probe AG')
})
