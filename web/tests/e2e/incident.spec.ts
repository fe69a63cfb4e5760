import { expect, type Locator, test } from '@playwright/test'
import { addresses, type PageName } from '../../src/content/addresses'
import { texts } from '../../src/content/all'
import { incident } from '../../src/content/en/contact'
import { urgentPhone } from '../../src/content/en/site'
import { ContactPage, REFERENCE } from './contact-page'
import { languages, open, phone } from './support'

/** On a phone, under attack: the number in every state of the form, and on every page. */
test.use(phone)

const call = (within: Locator) => within.locator('a[href^="tel:"]').first()

test('the form: at its top, with the first hour, after a failed send, in the confirmation', async ({
  page,
}) => {
  const contact = new ContactPage(page)
  await contact.answerSends(503, { error: 'x', code: 'unavailable' })
  await contact.openReady()
  await expect(call(page.getByRole('main'))).toHaveText(urgentPhone.number)
  await expect(call(page.getByRole('main'))).toBeVisible()
  await contact.fill()
  await contact.field('contactReason').selectOption('incident-response')
  const panel = page.locator('form').getByText(incident.heading).locator('../..')
  await expect(call(panel)).toBeVisible()
  for (const step of incident.steps) await expect(panel.getByText(step)).toBeVisible()
  for (const { sources } of incident.reports)
    for (const { label, url } of sources)
      await expect(panel.getByRole('link', { name: label })).toHaveAttribute('href', url)
  await contact.button.tap()
  const failed = page.locator('[data-not-sent]')
  await expect(call(failed)).toBeVisible()
  await expect(failed.locator('a, button').first()).toHaveAttribute('href', /^tel:/)
  await contact.answerSends(201, { reference: REFERENCE })
  await expect(contact.button).toBeEnabled()
  await contact.button.tap()
  await expect(contact.confirmation).toBeVisible()
  const confirmation = contact.confirmation.locator('..')
  await expect(call(confirmation)).toBeVisible()
  await expect(confirmation.locator('a, button').first()).toHaveAttribute('href', /^tel:/)
})

test('the mobile menu ends with it', async ({ page }) => {
  await open(page, '/blog')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(call(page.locator('#mobile-menu'))).toBeInViewport()
})

/** One page of each kind. */
const kinds: readonly PageName[] = [
  'home',
  'services',
  'cloudSecurity',
  'edrImplementation',
  'smes',
  'takeoverArticle',
  'about',
  'team',
  'contact',
  'privacyPolicy',
]

for (const language of languages) {
  const missing = `${language === 'en' ? '' : `/${language}`}/no-such-page`

  test(`one page of each kind in ${language} has it in its menu and below`, async ({ page }) => {
    for (const path of [...kinds.map((kind) => addresses[language][kind]), missing]) {
      await open(page, path)
      await expect(call(page.locator('footer')), path).toBeVisible()
      await page.getByRole('button', { name: texts[language].ui.openMenu }).tap()
      await expect(call(page.locator('#mobile-menu')), path).toBeInViewport()
    }
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test(`every page in ${language} has it`, async ({ page }) => {
      for (const path of [...Object.values(addresses[language]), missing]) {
        await page.goto(path, { waitUntil: 'commit' })
        await expect(call(page.locator('footer')), path).toBeVisible()
        if (path === addresses[language].contact) await expect(call(page.locator('noscript'))).toBeVisible()
        if (path === missing) await expect(call(page.getByRole('main'))).toBeVisible()
      }
    })
  })
}
