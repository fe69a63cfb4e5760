import { expect, test } from '@playwright/test'
import { consentTexts } from '../../src/content/en/contact'
import { sample } from '../sample-inquiry'
import { ContactPage } from './contact-page'
import { holdScripts } from './support'

/**
 * What visitors type before React takes over is kept, also when another program has changed the page by then: React
 * then discards what it finds, and draws the form anew.
 */

/** Run in the page. */
const changes = {
  nothing: () => {},
  'a translation of the page': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      if (text.parentElement?.closest('option, textarea, script') || !text.data.trim()) continue
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(text)
    }
  },
  'a translation of the labels alone': () => {
    for (const label of document.querySelectorAll('label')) {
      const font = document.createElement('font')
      font.append(...label.childNodes)
      label.append(font)
    }
  },
  'nodes after the controls': () => {
    for (const control of document.querySelectorAll('form :is(input, select, textarea)'))
      control.after(document.createElement('div'))
  },
  'attributes of the controls': () => {
    for (const control of document.querySelectorAll('form :is(input, select, textarea)')) {
      control.setAttribute('data-filled-by', 'extension')
      control.setAttribute('autocomplete', 'off')
    }
  },
  'a node that is gone': () => {
    document.querySelector('form > p')?.remove()
  },
  'a node that is gone from each part': () => {
    for (const label of document.querySelectorAll('fieldset label:first-of-type')) label.remove()
  },
}

const { consent, gdprConsent, ...entered } = sample
const typed = {
  ...(entered as Record<keyof typeof entered, string>),
  desiredConsultants: String(entered.desiredConsultants),
  message: 'We would like to talk about detection.',
}

let contact: ContactPage
let release: () => void

test.beforeEach(async ({ page }) => {
  contact = new ContactPage(page)
  await contact.answerSends(201, { reference: 'FW-0000-0000' })
})

/** Until `release`, without scripts. */
async function openBeforeScripts() {
  release = await holdScripts(contact.page)
  await contact.openWithTurnstile({ path: '/contact?firstName=FromTheLink' })
}

/** Until `release`, with React about to hydrate: it schedules its work by posted messages. */
async function openBeforeHydration() {
  const { page } = contact
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      held.push(() => Reflect.apply(post, this, message))
      document.documentElement.dataset.held = ''
    }
    Object.assign(window, {
      letGo() {
        MessagePort.prototype.postMessage = post
        for (const send of held) send()
      },
    })
  })
  release = () => void page.evaluate('letGo()')
  await contact.openWithTurnstile()
  await page.locator('html[data-held]').waitFor()
}

async function fillIn() {
  for (const [name, value] of Object.entries(typed)) {
    const field = contact.field(name)
    if (await field.evaluate((control) => control.matches('select'))) await field.selectOption(value)
    else await field.fill(value)
  }
  for (const name of Object.keys(consentTexts)) await contact.field(name).check()
}

const hydratedControls = () =>
  contact.page
    .locator('form :is(input, select, textarea)')
    .evaluateAll((controls) =>
      controls
        .filter((control) => Object.keys(control).some((key) => key.startsWith('__react')))
        .map(({ id }) => id),
    )

async function takeOver() {
  await expect(contact.button).toBeDisabled()
  release()
  await expect(contact.button).toBeEnabled()
  // The parts of the form follow one by one; the decoy has no id.
  await expect.poll(hydratedControls).toHaveLength(Object.keys(typed).length + 3)
}

for (const [name, change] of Object.entries(changes)) {
  test(`values, focus and caret outlive ${name}`, async ({ page }) => {
    await openBeforeScripts()
    await fillIn()
    const message = contact.field('message')
    await message.focus()
    await message.evaluate((control: HTMLTextAreaElement) => control.setSelectionRange(3, 8, 'backward'))
    await page.evaluate(change)
    await takeOver()
    for (const [field, value] of Object.entries(typed)) await expect(contact.field(field)).toHaveValue(value)
    for (const consent of Object.keys(consentTexts)) await expect(contact.field(consent)).toBeChecked()
    await expect(message).toBeFocused()
    expect(
      await message.evaluate((control: HTMLTextAreaElement) => [
        control.selectionStart,
        control.selectionEnd,
        control.selectionDirection,
      ]),
    ).toEqual([3, 8, 'backward'])
    await page.keyboard.type('want')
    await expect(page.locator('#message-note')).toHaveText('963 characters left')
    await contact.button.click()
    await expect(contact.confirmation).toBeFocused()
    expect(contact.sent[0]?.postDataJSON()).toMatchObject({
      ...typed,
      desiredConsultants: entered.desiredConsultants,
      message: 'We want like to talk about detection.',
      consent,
      gdprConsent,
    })
  })
}

test.describe('the focus stays', () => {
  for (const name of ['email', 'contactReason', 'consent']) {
    test(`in ${name}, translated`, async ({ page }) => {
      await openBeforeScripts()
      await contact.field(name).focus()
      await page.evaluate(changes['a translation of the page'])
      await takeOver()
      await expect(contact.field(name)).toBeFocused()
    })
  }

  test('where the visitor left every control', async ({ page }) => {
    await openBeforeScripts()
    await contact.field('company').fill('Probe AG')
    await page.locator('h1').click()
    await page.evaluate(changes['a translation of the page'])
    await takeOver()
    await expect(contact.field('company')).toHaveValue('Probe AG')
    await expect(page.locator('body')).toBeFocused()
  })
})

test('what programs write into the decoy is kept as well', async ({ page }) => {
  await openBeforeScripts()
  await fillIn()
  await page.locator('[name=subject]').evaluate((control: HTMLInputElement) => {
    control.value = 'Buy'
  })
  await page.evaluate(changes['a translation of the page'])
  await takeOver()
  await contact.button.click()
  await expect(contact.confirmation).toBeFocused()
  expect(contact.sent[0]?.postDataJSON()).toMatchObject({ decoy: 'Buy' })
})

test('a key during hydration is not delayed, and the typed text is sent', async ({ page }) => {
  await openBeforeHydration()
  await fillIn()
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
  expect(await hydratedControls()).toEqual([])
  await takeOver()
  await contact.button.click()
  await expect(contact.confirmation).toBeFocused()
  expect(contact.sent[0]?.postDataJSON()).toMatchObject({ firstName: typed.firstName, consent: true })
})

for (const change of ['a translation of the page', 'nodes after the controls'] as const) {
  test(`no key is lost while React discards ${change}`, async ({ page }) => {
    const text = 'We would like to talk about detection, and about who answers at night.'
    await openBeforeHydration()
    await page.evaluate(changes[change])
    await contact.field('message').focus()
    await page.keyboard.type(text.slice(0, 20))
    release()
    await page.keyboard.type(text.slice(20))
    await expect(contact.button).toBeEnabled()
    await expect(contact.field('message')).toHaveValue(text)
    await expect(contact.field('message')).toBeFocused()
  })
}
