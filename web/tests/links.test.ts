import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addresses, routePaths } from '../src/content/addresses'
import { texts } from '../src/content/all'
import { directContact } from '../src/content/en/contact'
import { ui } from '../src/content/en/nav'
import { site } from '../src/content/en/site'
import { languages } from '../src/content/languages'
import { siteDir } from './build-site'
import { documentOf, fileOf, filesOf, htmlFiles, read } from './site'

const pages: readonly string[] = languages.flatMap((language) => Object.values(addresses[language]))
const targets = (JSON.parse(read(`${siteDir}/site.json`)) as { redirects: Record<string, string> }).redirects

test.each(htmlFiles)('every internal link of %s leads to a page', (file) => {
  const document = documentOf(file)
  const hrefs = [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
  expect(hrefs.length).toBeGreaterThan(20)
  for (const href of hrefs) {
    if (href.startsWith('#')) expect(document.getElementById(href.slice(1)), href).not.toBeNull()
    else if (href.startsWith('/')) expect(pages, href).toContain(targets[href] ?? href.replace(/[?#].*/, ''))
    else expect(href).toMatch(/^(https|mailto|tel):/)
  }
})

test.each(htmlFiles)('everything %s refers to exists', (file) => {
  const links = [...documentOf(file).querySelectorAll('link[href^="/"]')]
  expect(links.length).toBeGreaterThan(2)
  for (const link of links) expect(existsSync(siteDir + link.getAttribute('href'))).toBe(true)
})

test('links that leave the site open apart and give nothing away', () => {
  const links = routePaths.flatMap((path) => [
    ...documentOf(fileOf(path)).querySelectorAll('a[href^="https:"]'),
  ])
  expect(links.length).toBeGreaterThan(50)
  for (const link of links) {
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toContain('noopener')
  }
})

test('no two pages share a title or a description', () => {
  const documents = routePaths.map((path) => documentOf(fileOf(path)))
  const titles = documents.map((document) => document.title)
  const descriptions = documents.map((page) =>
    page.querySelector('meta[name=description]')?.getAttribute('content'),
  )
  expect(new Set(titles).size).toBe(routePaths.length)
  expect(new Set(descriptions).size).toBe(routePaths.length)
})

test.each(htmlFiles)(
  'every address in the text of %s is a link, or the one beside its copy button',
  (file) => {
    const document = documentOf(file)
    const holders = [...document.querySelectorAll('body *')].filter((element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === 3 && (node.textContent ?? '').includes(`@${site.domain}`),
      ),
    )
    const loose = holders.filter((element) => !element.closest('a[href^="mailto:"], #company-address'))
    expect(loose.map((element) => element.outerHTML)).toEqual([])
  },
)

test.each(languages.flatMap((language) => filesOf(language).map((file) => ({ file, ...texts[language] }))))(
  '$file says whom to call under attack, in the footer and in the mobile menu',
  ({ file, ui, urgentPhone }) => {
    const document = documentOf(file)
    for (const place of ['footer', '#mobile-menu', ...(file.endsWith('404.html') ? ['main'] : [])]) {
      const line = document.querySelector(`${place} a[href^="tel:"]`)?.parentElement
      expect(line?.textContent).toBe(`${ui.underAttack} ${urgentPhone.number}${urgentPhone.hours}`)
    }
  },
)

test('the contact page says it above the form, and where the scripts are off or fail', () => {
  const main = documentOf(fileOf('/contact')).querySelector('main')
  const lines = [...(main?.querySelectorAll('p') ?? [])].filter((line) =>
    line.textContent?.startsWith(ui.underAttack),
  )
  expect(lines.map((line) => line.parentElement?.closest('noscript, form, [role=alert]')?.tagName)).toEqual([
    undefined,
    'NOSCRIPT',
    'DIV',
    'FORM',
  ])
})

test('the contact page names phone, street, company number, languages and a secure way', () => {
  const card = documentOf(fileOf('/contact')).querySelector('aside')
  expect(card?.querySelector('a[href^="tel:"]')?.textContent).toBe(site.phone)
  for (const fact of [site.postalAddress, site.companyNumber, directContact.languages, directContact.secrets])
    expect(card?.textContent).toContain(fact)
})
