import { expect, test } from '@playwright/test'
import { addresses } from '../../src/content/addresses'
import { texts } from '../../src/content/all'
import { expectAccessible, hydrated, languages, mobile, open } from './support'

const { en, de } = addresses

test('the header leads to the same page in the other language, with the query and what was typed', async ({
  page,
}) => {
  await open(page, `${en.contact}?reason=devsecops`)
  await page.getByLabel('First name').fill('Canary')
  await page.getByLabel('Message').fill('A first line')
  await page.locator('#consent').check()
  // The header is hidden while the visitor scrolls down.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.locator('header').getByRole('button', { name: 'Language: English' }).click()
  await page.locator('header').getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(new RegExp(`${de.contact}\\?reason=devsecops$`))
  await hydrated(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByLabel('Vorname')).toHaveValue('Canary')
  await expect(page.locator('#message')).toHaveValue('A first line')
  await expect(page.locator('#contactReason')).toHaveValue('devsecops')
  await expect(page.locator('#consent')).toBeChecked()
  expect(await page.evaluate(() => window.name)).toBe('')
})

test('what was typed goes along from another page, too', async ({ page }) => {
  await open(page, en.contact)
  await page.getByLabel('First name').fill('Canary')
  await page.locator('header').getByRole('link', { name: /home$/ }).click()
  await page.locator('footer').getByRole('link', { name: 'Deutsch' }).click()
  await hydrated(page)
  await page.locator('footer').getByRole('link', { name: 'DevSecOps' }).click()
  await page.locator('header').getByRole('link', { name: 'Kontakt' }).click()
  await expect(page.getByLabel('Vorname')).toHaveValue('Canary')
})

test('a name that another site has set enters nothing', async ({ page }) => {
  await page.addInitScript(() => {
    if (!document.referrer) window.name = JSON.stringify([['firstName', 'Mallory']])
  })
  await open(page, de.contact)
  await expect(page.getByLabel('Vorname')).toHaveValue('')
})

test.describe('a browser in German', () => {
  test.use({ locale: 'de-CH' })

  test('is offered German in one line, once', async ({ page }) => {
    await open(page, en.services)
    const offer = page.locator('.language-offer')
    await expect(offer).toHaveText(/^Diese Seite gibt es auf Deutsch\./)
    await expectAccessible(page, [mobile.width])
    await offer.getByRole('button', { name: 'Schliessen' }).click()
    await expect(offer).toHaveCount(0)
    await page.reload()
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await expect(offer).toHaveCount(0)
  })

  test('is offered no other language of a page that is missing', async ({ page }) => {
    await open(page, '/no-such-page')
    await page.waitForLoadState('networkidle')
    await expect(page.locator('.language-offer')).toHaveCount(0)
  })

  test('follows the offer to the same page, where nothing is offered', async ({ page }) => {
    await open(page, en.services)
    await page.locator('.language-offer').getByRole('link').click()
    await expect(page).toHaveURL(de.services)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('.language-offer')).toHaveCount(0)
  })
})

/** The menus are wider in one language than in another. */
for (const language of languages)
  test(`in ${language}, the header has a switch on every screen`, async ({ page }) => {
    await open(page, addresses[language].about)
    for (const width of [390, 768, 900, 1040, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const { languages: label, openMenu } = texts[language].ui
      const header = page.locator('header')
      await header.getByRole('button', { name: width < 768 ? openMenu : new RegExp(`${label}: `) }).click()
      const links = header.locator('a[hreflang]').filter({ visible: true })
      await expect(links, `${width} px`).toHaveCount(languages.length - 1)
      await page.keyboard.press('Escape')
      await expect(links).toHaveCount(0)
    }
  })

for (const path of [de.home, de.contact, de.threatDetectionResponse, de.privacyPolicy])
  test(`${path} passes axe`, async ({ page }) => {
    await open(page, path)
    await expectAccessible(page)
  })

for (const language of ['de', 'fr', 'it'] as const)
  for (const path of [...Object.values(addresses[language]), `/${language}/no-such-page`])
    test(`${path} passes axe on a phone`, async ({ page }) => {
      await page.setViewportSize(mobile)
      await open(page, path)
      await expectAccessible(page, [mobile.width])
    })
