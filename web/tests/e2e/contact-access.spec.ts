import { expect, test } from '@playwright/test'
import { fields } from '../../src/content/contact'
import { site } from '../../src/content/site'
import type { FieldText } from '../../src/content/types'
import { sample } from '../sample-inquiry'
import { ContactPage, SUCCESS } from './contact-page'

test('the whole form by keyboard alone', async ({ page }) => {
  const contact = new ContactPage(page)
  await contact.answerSends(201, { reference: 'FW-0000-0000' })
  await contact.openWithTurnstile()
  await expect(contact.button).toBeEnabled()
  const { keyboard } = page
  await contact.field('firstName').focus()
  for (const [name, { options }] of Object.entries<FieldText>(fields)) {
    await expect(contact.field(name)).toBeFocused()
    const value = String(sample[name as keyof typeof fields])
    const label = options?.find((option) => option.value === value)?.label
    // An option by its first letters.
    await keyboard.type(label?.slice(0, 3) ?? value)
    if (name === 'country') await keyboard.press('Escape')
    if (name === 'message') {
      await keyboard.press('Enter')
      await keyboard.type('Bye')
    }
    await keyboard.press('Tab')
  }
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await expect(contact.button).toBeFocused()
  await keyboard.press('Enter')
  await expect(contact.success).toContainText(SUCCESS)
  const message = `${sample.message}\nBye`
  expect(contact.sent[0]?.postDataJSON()).toMatchObject({ ...sample, message })
})

test('Enter in a text field submits, and the refusal is reached without a pointer', async ({ page }) => {
  const contact = new ContactPage(page)
  await contact.openWithTurnstile()
  await expect(contact.button).toBeEnabled()
  await contact.field('company').focus()
  await page.keyboard.press('Enter')
  await expect(contact.summary).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(contact.field('firstName')).toBeFocused()
})

test('controls help the browser to fill them in', async ({ page }) => {
  const contact = new ContactPage(page)
  await contact.openWithTurnstile()
  const expected = {
    firstName: ['given-name', null],
    lastName: ['family-name', null],
    company: ['organization', null],
    email: ['email', 'email'],
    phone: ['tel', 'tel'],
    country: ['country-name', null],
  }
  for (const [name, [autocomplete, inputmode]] of Object.entries(expected)) {
    expect(await contact.field(name).getAttribute('autocomplete')).toBe(autocomplete)
    expect(await contact.field(name).getAttribute('inputmode')).toBe(inputmode)
  }
  await expect(contact.button).toBeEnabled()
  await contact.field('country').focus()
  await expect(page.locator('#country-names option[value="Switzerland"]')).toHaveCount(1)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says how to write directly and shows no form that cannot work', async ({ page }) => {
    await page.goto('/contact')
    const note = page.getByRole('heading', { name: 'The form needs JavaScript' }).locator('..')
    await expect(note).toBeVisible()
    await expect(note.getByRole('link').first()).toHaveAttribute('href', `mailto:${site.email}`)
    await expect(page.locator('form')).toBeHidden()
    const buttons = page.getByRole('main').getByRole('button')
    expect(await buttons.evaluateAll((all) => all.filter((button) => button.checkVisibility()).length)).toBe(
      0,
    )
  })
})
