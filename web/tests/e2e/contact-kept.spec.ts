import { expect, test } from '@playwright/test'
import { team } from '../../src/content/en/people'
import { founder } from '../../src/content/en/site'
import { ContactPage } from './contact-page'
import { hold, hydrated, phone } from './support'

/** What the form keeps on a phone: what was typed, and what a link says the inquiry is about. */
test.use(phone)

let contact: ContactPage

test.beforeEach(({ page }) => {
  contact = new ContactPage(page)
})

test.describe('what was typed', () => {
  test('survives a link and Back, in memory alone', async ({ page }) => {
    await contact.openWithAltcha()
    await contact.fill()
    await contact.field('program').selectOption('siem-threat-hunting')
    await page.locator('footer a[href="/about"]').tap()
    await expect(page).toHaveURL('/about')
    await page.goBack()
    await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
    await expect(contact.field('program')).toHaveValue('siem-threat-hunting')
    await expect(contact.field('consent')).toBeChecked()
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, name, document.cookie]),
    )
    expect(stored).not.toContain('detection')
    expect(stored).not.toContain('Canary')
  })

  test('survives a link and Back with Turnstile, whose pages are loaded anew', async ({ page }) => {
    await contact.openReady()
    await contact.fill()
    await page.locator('footer a[href="/about"]').tap()
    await expect(page).toHaveURL('/about')
    await hydrated(page)
    await page.goBack()
    await expect(contact.field('message')).toHaveValue('We would like to talk about detection.')
  })
})

test.describe('a link keeps its context', () => {
  for (const [path, expected] of [
    ['/programs/purple-team-operations', { program: 'purple-team-operations' }],
    ['/services/cloud-security', { contactReason: 'cloud-security' }],
    ['/why-us/partners', { contactReason: 'partnership' }],
    [`/about-${founder.slug}`, { message: `For the attention of ${founder.name}\n\n` }],
  ] as const)
    test(`from ${path}`, async ({ page }) => {
      await contact.openWithAltcha(path)
      await page.locator('main .closing a').tap()
      for (const [name, value] of Object.entries(expected))
        await expect(contact.field(name)).toHaveValue(value)
    })

  test('an untouched salutation gives way to that of the next link', async ({ page }) => {
    const [, first, second] = team
    if (!first || !second) throw new Error('the team has fewer than three members')
    await contact.openWithAltcha(`/contact?to=${first.id}`)
    await expect(contact.field('message')).toHaveValue(new RegExp(first.name))
    await page.locator('footer a[href="/about-team"]').first().tap()
    await expect(page).toHaveURL('/about-team')
    await page.locator(`main a[href*="to=${second.id}"]`).first().tap()
    await expect(contact.field('message')).toHaveValue(new RegExp(second.name))
  })

  test('also through the load that Turnstile needs, with what was typed meanwhile', async ({ page }) => {
    await contact.openWithTurnstile({ path: '/programs/siem-threat-hunting' })
    await hydrated(page)
    const { held, release } = hold()
    let asked = 0
    await page.route('**/api/challenge', async (route) => {
      if (asked++ === 0) await held
      await route.fulfill({ json: { provider: 'turnstile', siteKey: 'stand-in-site-key' } })
    })
    await page.locator('main .closing a').tap()
    await contact.field('message').fill('Typed meanwhile')
    await contact.field('consent').check()
    release()
    await expect(contact.button).toBeEnabled()
    await expect(contact.field('message')).toHaveValue('Typed meanwhile')
    await expect(contact.field('consent')).toBeChecked()
    await expect(contact.field('program')).toHaveValue('siem-threat-hunting')
    await expect(contact.field('contactReason')).toHaveValue('threat-detection-response')
    expect(await page.evaluate(() => name)).toBe('')
  })
})
