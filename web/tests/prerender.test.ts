import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addresses } from '../src/content/addresses'
import { languages } from '../src/content/languages'
import { siteDir, siteUrl } from './build-site'
import { documentOf, fileOf, notFoundFile, read } from './site'

const all = languages.flatMap((language) =>
  Object.values<string>(addresses[language]).map((path) => [path, language] as const),
)

describe.each(all)('%s', (path, language) => {
  const document = documentOf(fileOf(path))
  const contents = (selector: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute('content') ?? '')

  test('has one title, description, canonical address and h1', () => {
    expect(document.querySelectorAll('title')).toHaveLength(1)
    expect(document.title.length).toBeGreaterThan(5)
    expect(contents('meta[name=description]')).toHaveLength(1)
    const canonical = [...document.querySelectorAll('link[rel=canonical]')]
    expect(canonical.map((link) => link.getAttribute('href'))).toEqual([siteUrl + path])
    expect(document.querySelectorAll('h1')).toHaveLength(1)
  })

  test('holds its content without scripts', () => {
    expect((document.querySelector('main')?.textContent ?? '').length).toBeGreaterThan(400)
  })

  test('names the scripts that the boot script loads, and they exist', () => {
    const { app, page } = document.documentElement.dataset
    expect(existsSync(siteDir + app)).toBe(true)
    expect(existsSync(siteDir + page)).toBe(true)
    // A chunk rule that swallows the entry would leave a page that boots nothing, without any error.
    expect(read(siteDir + app)).toMatch(/hydrateRoot/)
  })

  test('can be shared: Open Graph with a picture that exists', () => {
    expect(contents('meta[property="og:title"]')).toEqual([document.title])
    expect(contents('meta[property="og:description"]')).toEqual(contents('meta[name=description]'))
    expect(contents('meta[property="og:url"]')).toEqual([siteUrl + path])
    expect(contents('meta[property="og:locale"]')).toEqual([language === 'en' ? 'en_GB' : `${language}_CH`])
    const [picture = ''] = contents('meta[property="og:image"]')
    expect(existsSync(picture.replace(siteUrl, siteDir))).toBe(true)
  })

  test('carries JSON-LD that names the page and the firm', () => {
    const data = document.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
    const { '@graph': graph } = JSON.parse(data) as {
      '@graph': { '@type': string; url?: string; inLanguage?: string }[]
    }
    expect(graph[0]).toMatchObject({ url: siteUrl + path, inLanguage: language })
    expect(graph.map((node) => node['@type'])).toContain('ProfessionalService')
  })

  test('has no style attribute, which the policy would block', () => {
    expect(document.querySelectorAll('[style]')).toHaveLength(0)
  })
})

test('the form has its decoy before any script, out of sight and reach', () => {
  const decoy = documentOf(fileOf('/contact')).querySelector('form [name=subject]')
  expect(decoy?.closest('[aria-hidden=true]')).toBeTruthy()
  expect(['tabindex', 'autocomplete', 'value'].map((name) => decoy?.getAttribute(name))).toEqual([
    '-1',
    'off',
    null,
  ])
})

test('the not-found page is complete and asks not to be indexed', () => {
  const document = documentOf(notFoundFile)
  expect(document.querySelector('h1')?.textContent).toBe('404')
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  expect(document.querySelector('link[rel=canonical]')).toBeNull()
  const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
  expect(links.slice(0, 2)).toEqual(['/', '/contact'])
  expect(links.length).toBeGreaterThanOrEqual(4)
})

test('every text file has its compressed siblings, and site.json is not one of the served files', () => {
  const files = readdirSync(siteDir, { recursive: true }).map(String)
  const texts = files.filter((file) => /\.(html|js|svg|txt|xml|webmanifest)$/.test(file))
  expect(texts.length).toBeGreaterThan(60)
  for (const file of texts) {
    expect(files).toContain(`${file}.br`)
    expect(files).toContain(`${file}.gz`)
  }
  expect(files).not.toContain('site.json.br')
})
