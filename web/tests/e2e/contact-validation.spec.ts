import { expect, test } from '@playwright/test'
import { ContactPage } from './contact-page'

let contact: ContactPage

test.beforeEach(async ({ page }) => {
  contact = new ContactPage(page)
  await contact.answerSends(201, { reference: 'FW-0000-0000' })
  await contact.openWithTurnstile()
  await expect(contact.button).toBeEnabled()
})

const REFUSED: [name: string, value: string, message: string][] = [
  ['firstName', ' ', 'First name is required'],
  ['firstName', 'a'.repeat(51), 'First name must be less than 50 characters'],
  ['firstName', '🐿'.repeat(26), 'First name must be less than 50 characters'],
  ['lastName', '', 'Last name is required'],
  ['lastName', 'a'.repeat(51), 'Last name must be less than 50 characters'],
  ['company', '', 'Company is required'],
  ['company', 'a'.repeat(101), 'Company must be less than 100 characters'],
  ['email', '', 'Invalid email address'],
  ['email', 'canary@visitor', 'Invalid email address'],
  ['email', `${'a'.repeat(245)}@visitor.example`, 'Email must be less than 255 characters'],
  ['phone', '1234', 'Phone number must be at least 5 characters'],
  ['phone', '0'.repeat(41), 'Phone number must be less than 40 characters'],
  ['country', 'a'.repeat(57), 'Country must be less than 56 characters'],
  ['message', '\n \n', 'Message is required'],
  ['message', 'a'.repeat(1001), 'Message must be less than 1000 characters'],
]

for (const [name, value, message] of REFUSED) {
  test(`${name} of ${value.length} characters: ${message}`, async () => {
    await contact.fill({ [name]: value })
    await contact.button.click()
    await expect(contact.error(name)).toHaveText(`Error: ${message}`)
    await expect(contact.field(name)).toHaveAttribute('aria-invalid', 'true')
    await expect(contact.summary.getByRole('listitem')).toHaveText([message])
    expect(contact.sent).toHaveLength(0)
  })
}

test('the greatest lengths that are allowed are sent', async () => {
  await contact.fill({
    firstName: 'a'.repeat(50),
    lastName: '🐿'.repeat(25),
    company: 'a'.repeat(100),
    email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(54)}.example`,
    phone: '0'.repeat(40),
    country: 'a'.repeat(56),
    message: `${'a'.repeat(998)}\nb`,
  })
  await contact.button.click()
  await expect(contact.success).toBeVisible()
})

for (const email of [
  'name@maßanfertigung.de',
  'name@müller.ch',
  'name@xn--mller-kva.ch',
  'a&b@visitor.example',
])
  test(`${email} is sent and shown as typed`, async ({ page }) => {
    await contact.fill({ email })
    await contact.button.click()
    await expect(contact.confirmation).toBeVisible()
    expect(contact.sent[0]?.postDataJSON().email).toBe(email)
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  })

test('a typing error in the name of a provider: a suggestion, which a press enters', async ({ page }) => {
  await contact.fill({ email: 'canary@gmial.com' })
  await page.getByRole('button', { name: 'Did you mean canary@gmail.com?' }).click()
  await expect(contact.field('email')).toHaveValue('canary@gmail.com')
  await contact.button.click()
  await expect(contact.confirmation).toBeVisible()
  expect(contact.sent[0]?.postDataJSON().email).toBe('canary@gmail.com')
})

for (const [name, message] of [
  ['contactReason', 'Please select a reason for contact'],
  ['consent', 'You must agree to the privacy policy'],
  ['gdprConsent', 'GDPR/CCPA consent is required'],
] as const) {
  test(`${name} left out: ${message}`, async () => {
    await contact.fill()
    if (name === 'contactReason') await contact.field(name).selectOption('')
    else await contact.field(name).uncheck()
    await contact.button.click()
    await expect(contact.error(name)).toHaveText(`Error: ${message}`)
    expect(contact.sent).toHaveLength(0)
  })
}

test('an empty form: summary with focus, marked title, links to the fields', async ({ page }) => {
  const title = await page.title()
  await contact.button.click()
  await expect(contact.summary).toBeFocused()
  await expect(contact.summary.getByRole('link')).toHaveText([
    'First name is required',
    'Last name is required',
    'Company is required',
    'Invalid email address',
    'Please select a reason for contact',
    'Message is required',
    'You must agree to the privacy policy',
    'GDPR/CCPA consent is required',
  ])
  await expect(page).toHaveTitle(`Error: ${title}`)

  await contact.summary.getByRole('link', { name: 'Message is required' }).click()
  await expect(contact.field('message')).toBeFocused()
  await expect(page.locator('label[for=message]')).toBeInViewport()

  await contact.fill()
  await expect(contact.summary).toBeHidden()
  await expect(page).toHaveTitle(title)
})

test('values are trimmed, optional ones left out, the number is a number', async () => {
  await contact.fill({ firstName: '  Canary ', message: '\n one\ntwo \n' })
  await contact.field('program').selectOption('siem-threat-hunting')
  await contact.field('desiredConsultants').selectOption('8')
  await contact.button.click()
  await expect(contact.success).toBeVisible()
  expect(contact.sent[0]?.postDataJSON()).toEqual({
    firstName: 'Canary',
    lastName: 'Testfall',
    company: 'Probe AG',
    email: 'canary@visitor.example',
    contactReason: 'devsecops',
    program: 'siem-threat-hunting',
    desiredConsultants: 8,
    message: 'one\ntwo',
    consent: true,
    gdprConsent: true,
    elapsedMs: expect.any(Number),
    textsVersion: expect.stringMatching(/^[0-9a-f]{8}$/),
    turnstileToken: expect.stringMatching(/^success\./),
  })
})

test('the rules are a separate script, fetched when the form first gets the focus', async ({ page }) => {
  const rules = page.waitForRequest(/\/assets\/rules-[^/]*\.js$/)
  await contact.field('firstName').focus()
  await rules
})

test('without the rules the server decides, with the same messages', async ({ page }) => {
  await page.route(/rules-.*\.js/, (route) => route.abort())
  await contact.answerSends(422, {
    error: 'x',
    code: 'validation_failed',
    fields: { phone: 'From the server' },
  })
  await contact.fill({ phone: '1' })
  await contact.button.click()
  await expect(contact.error('phone')).toHaveText('Error: From the server')
})
