import { expect, type Page, test } from '@playwright/test'
import { form as texts } from '../../src/content/en/contact'
import { ContactPage, REFERENCE } from './contact-page'
import { hold, widths } from './support'

/** The control that people neither see nor reach, and the clock: by these the server tells programs from people. */
const DECOY = '[name=subject]'

let contact: ContactPage

test.beforeEach(({ page }) => {
  contact = new ContactPage(page)
})

async function send(): Promise<Record<string, unknown>> {
  await contact.answerSends(201, { reference: REFERENCE })
  await contact.button.click()
  await expect(contact.confirmation).toBeVisible()
  return contact.sent.at(-1)?.postDataJSON()
}

test('a program that fills in every control sends the decoy', async ({ page }) => {
  await contact.openReady()
  for (const control of await page.locator('form :is(input, textarea):not([type=checkbox])').all())
    await control.fill('canary@visitor.example')
  for (const select of await page.locator('form select').all()) await select.selectOption({ index: 1 })
  for (const box of await page.locator('form [type=checkbox]').all()) await box.check()
  expect(await send()).toMatchObject({ decoy: 'canary@visitor.example', company: 'canary@visitor.example' })
})

test('a person sends no decoy, also with a link that names it', async ({ page }) => {
  await contact.openReady('/contact?subject=Hello&decoy=Hello')
  await expect(page.locator(DECOY)).toHaveValue('')
  await contact.fill()
  const sent = await send()
  expect(Object.keys(sent)).not.toContain('decoy')
  expect(Number.isInteger(sent.elapsedMs)).toBe(true)
})

test('the keyboard reaches every control but the decoy, in both directions', async ({ page }) => {
  await contact.openReady()
  for (const [key, from] of [
    ['Tab', '#inquiry-heading'],
    ['Shift+Tab', 'footer a'],
  ] as const) {
    await page.locator(from).first().focus()
    const reached = new Set<string>()
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press(key)
      reached.add(
        await page.evaluate(
          () => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName ?? '',
        ),
      )
    }
    expect([...reached]).toEqual(expect.arrayContaining(['company', 'country', 'message', 'gdprConsent']))
    expect([...reached], key).not.toContain('subject')
  }
})

test('neither a screen reader nor find-in-page comes upon it', async ({ page }) => {
  await contact.openReady()
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  const names = nodes.filter(({ ignored }) => !ignored).map(({ name }) => name?.value)
  expect(names.some((name) => name?.startsWith('Company'))).toBe(true)
  expect(names).not.toContain(texts.decoy)
  const found = (text: string) =>
    page.evaluate((wanted) => (window as unknown as { find(text: string): boolean }).find(wanted), text)
  expect(await found(texts.requiredNote)).toBe(true)
  expect(await found(texts.decoy)).toBe(false)
})

const picture = async (page: Page) =>
  (await page.screenshot({ fullPage: true, animations: 'disabled' })).toString('base64')

for (const width of widths)
  test(`it changes nothing that is seen or printed: ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await contact.openReady()
    await page.locator(DECOY).evaluate((control: HTMLInputElement) => {
      control.value = 'Cheap links'
    })
    const views = [
      { media: 'screen', colorScheme: 'light' },
      { media: 'screen', colorScheme: 'dark' },
      { media: 'print', colorScheme: 'light' },
    ] as const
    const look = async () => {
      const pictures: string[] = []
      for (const view of views) {
        await page.emulateMedia({ ...view, reducedMotion: 'reduce' })
        pictures.push(await picture(page))
      }
      return pictures
    }
    const withDecoy = await look()
    await page.locator(DECOY).evaluate((control) => control.parentElement?.remove())
    expect((await look()).map((one, index) => one === withDecoy[index])).toEqual([true, true, true])
  })

const now = (page: Page) => page.evaluate(() => performance.now())

test('the clock starts when the page shows the form, before React has taken over', async ({ page }) => {
  const { held, release } = hold()
  await page.route(/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await contact.openWithTurnstile()
  await page.waitForTimeout(2_000)
  release()
  await expect(contact.button).toBeEnabled()
  await contact.fill()
  expect((await send()).elapsedMs).toBeGreaterThanOrEqual(2_000)
})

test('the clock starts with the form when the visitor comes from another page', async ({ page }) => {
  await contact.openWithAltcha('/services')
  await page.waitForTimeout(2_000)
  const before = await now(page)
  await page.locator('main a[href="/contact"]').first().click()
  await expect(contact.button).toBeEnabled()
  await contact.fill()
  const sent = await send()
  expect(sent.elapsedMs).toBeLessThan((await now(page)) - before)
})
