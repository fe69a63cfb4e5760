import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bytes as budget } from '../budget.json'
import { routePaths } from '../src/content/paths'
import { siteDir } from './build-site'
import {
  brotliBytes,
  documentOf,
  fileOf,
  htmlFiles,
  notFoundFile,
  read,
  scriptClosure,
  sumBytes,
} from './site'

const contact = fileOf('/contact')
const home = documentOf(fileOf('/'))

const scriptsOf = (file: string) => {
  const { app = '', page = '' } = documentOf(file).documentElement.dataset
  return { app: scriptClosure(app), page: scriptClosure(page), own: page }
}

/** What a page imports on demand beyond what it has, and what that imports in turn; of the bot checks the default one. */
function lazyScripts(from: string, loaded: Set<string>, seen = new Set<string>()): Set<string> {
  for (const [, name] of read(siteDir + from).matchAll(/import\([`"']\.\/([^`"']+)[`"']\)/g)) {
    const added = [...scriptClosure(`/assets/${name}`)].filter((part) => !loaded.has(part) && !seen.has(part))
    if (/turnstile/.test(name ?? '')) continue
    for (const part of added) seen.add(part)
    for (const part of added) lazyScripts(part, loaded, seen)
  }
  return seen
}

const workers = () => {
  const files = readdirSync(`${siteDir}/assets`).filter((file) => /worker.*\.js$/.test(file))
  expect(files).toHaveLength(1)
  return files.map((file) => `/assets/${file}`)
}

test.each(htmlFiles)('the HTML of %s', (file) => {
  expect(brotliBytes(file)).toBeLessThanOrEqual(budget.pageHtml)
})

test('the stylesheet and the inline script', () => {
  const css = home.querySelector('style')?.textContent ?? ''
  expect(css.length).toBeGreaterThan(1000)
  expect(brotliCompressSync(css).length).toBeLessThanOrEqual(budget.css)
  expect(home.querySelector('script[type=module]')?.textContent?.length).toBeLessThanOrEqual(
    budget.inlineScript,
  )
})

describe.each([...routePaths.filter((path) => path !== '/contact').map(fileOf), notFoundFile])(
  'scripts of %s',
  (file) => {
    const { app, page, own } = scriptsOf(file)

    test('all that is loaded after the page is idle', () => {
      expect(sumBytes(new Set([...app, ...page]))).toBeLessThanOrEqual(budget.contentScripts)
    })

    test('its own script, which a navigation from another page loads', () => {
      expect(sumBytes([own])).toBeLessThanOrEqual(budget.navigation)
    })
  },
)

describe('scripts of /contact', () => {
  const { app, page, own } = scriptsOf(contact)
  const loaded = new Set([...app, ...page])
  const lazy = [...lazyScripts(own, loaded)]
  const isSolver = (address: string) => /altcha|countries/.test(address)
  const atIdle = [...loaded, ...lazy.filter(isSolver), ...workers()]
  const atFirstTouch = lazy.filter((address) => !isSolver(address))

  test('form and solver, after the page is idle', () => {
    expect(lazy.filter(isSolver).length).toBeGreaterThan(0)
    expect(sumBytes(atIdle)).toBeLessThanOrEqual(budget.contactScripts)
  })

  test('state and rules, when a field is first touched', () => {
    expect(atFirstTouch.length).toBeGreaterThan(0)
    expect(sumBytes(atFirstTouch)).toBeLessThanOrEqual(budget.formEngineScripts)
    const rules = atFirstTouch.filter((address) => address.includes('/rules-'))
    expect(rules).toHaveLength(1)
    expect(sumBytes(rules)).toBeLessThanOrEqual(budget.validationScripts)
  })

  test('a navigation from another page', () => {
    expect(sumBytes(atIdle.filter((address) => !app.has(address)))).toBeLessThanOrEqual(
      budget.contactNavigation,
    )
  })
})

test('every drawing is light', () => {
  const drawings = htmlFiles.flatMap(
    (file) => readFileSync(file, 'utf8').match(/<svg [^>]*class="pic.*?<\/svg>/gs) ?? [],
  )
  expect(drawings.length).toBeGreaterThan(17)
  for (const drawing of drawings) expect(Buffer.byteLength(drawing)).toBeLessThanOrEqual(budget.picture)
})
