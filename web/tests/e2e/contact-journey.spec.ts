import { expect, test } from '@playwright/test'
import { ContactPage, SUCCESS, watchConsole } from './contact-page'
import { inboxUrl, isTo, mailsAbout } from './inbox'

test.skip(inboxUrl === undefined, 'needs a running stack: INBOX_URL names its inbox')

test('from the form to the mails in the inbox', async ({ page, request }) => {
  expect(inboxUrl, 'INBOX_URL must not be empty').toBeTruthy()
  const visitor = `canary-${Date.now()}@visitor.example`
  // Another text with each provider: the same one twice within seconds is possible spam.
  const provider = process.env.BOT_CHECK ?? 'altcha'
  const message = `Journey with ${provider} of ${visitor}: we need <b>detection</b> & response.\nSecond line.`
  const lines = watchConsole(page)
  const contact = new ContactPage(page)

  // Used only with BOT_CHECK=turnstile, whose siteverify is a fake as well.
  await contact.standInForTurnstile()
  // As most visitors come: from a page of the site, which matters for the policy that Turnstile needs.
  await page.goto('/services')
  await page.locator('html[data-hydrated]').waitFor()
  await page.locator('main a[href="/contact"]').first().click()
  await expect(contact.button).toBeEnabled({ timeout: 15_000 })
  await contact.fill({ firstName: 'Zephyrine', email: visitor, phone: '+41 44 000 00 00', message })
  await contact.field('program').selectOption('purple-team-operations')
  await contact.field('desiredConsultants').selectOption('4')
  // A form that is sent within three seconds is held as a program's.
  await page.waitForTimeout(3_000)
  await contact.button.click()
  await expect(contact.success).toContainText(SUCCESS)
  if (provider === 'turnstile') {
    expect((await contact.standInState()).renders, 'the widget has been asked').not.toEqual([])
  }
  const reference = await contact.reference.innerText()
  expect(reference).toMatch(/^FW-[0-9A-Z]{4}-[0-9A-Z]{4}$/)

  // To the visitor and three consultants.
  const mails = () => mailsAbout(request, reference)
  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(4)
  const reply = (await mails()).find(isTo(visitor))
  const notification = (await mails()).find((mail) => !isTo(visitor)(mail))

  expect(notification?.text).toContain('> Second line.')
  expect(notification?.text).toContain('Zephyrine')
  expect(notification?.html).not.toContain('<b>detection</b>')
  expect(notification?.replyTo?.[0]?.address).toMatch(/^r1-.+@reply\.firnwall\.example$/)
  expect(reply?.headers['auto-submitted']).toBe('auto-replied')
  for (const typed of ['Zephyrine', 'detection', 'Probe AG']) expect(reply?.text).not.toContain(typed)
  expect(lines).toEqual([])
})
