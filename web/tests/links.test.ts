import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { redirects, routePaths } from '../src/content/paths'
import { siteDir } from './build-site'
import { documentOf, fileOf, htmlFiles } from './site'

const pages: readonly string[] = routePaths
const targets: Record<string, string | undefined> = redirects

test.each(htmlFiles)('every internal link of %s leads to a page', (file) => {
  const document = documentOf(file)
  const hrefs = [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
  expect(hrefs.length).toBeGreaterThan(20)
  for (const href of hrefs) {
    if (href.startsWith('#')) expect(document.getElementById(href.slice(1)), href).not.toBeNull()
    else if (href.startsWith('/')) expect(pages, href).toContain(targets[href] ?? href)
    else expect(href).toMatch(/^(https|mailto):/)
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
