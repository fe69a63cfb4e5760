import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bytes as budget } from '../budget.json'
import { routePaths } from '../src/content/addresses'
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
const contentPages = routePaths.filter((path) => path !== '/contact').map(fileOf)
const home = documentOf(fileOf('/'))

const scriptsOf = (file: string) => {
  const { app = '', page = '' } = documentOf(file).documentElement.dataset
  return { app: scriptClosure(app), page: scriptClosure(page) }
}

/** The scripts that a page imports on demand, recursively, without those already loaded; of the bot checks only the default. */
function lazyScripts(from: string, loaded: Set<string>, seen = new Set<string>()): Set<string> {
  for (const [, name] of read(siteDir + from).matchAll(/import\([`"']\.\/([^`"']+)[`"']\)/g)) {
    const added = [...scriptClosure(`/assets/${name}`)].filter((part) => !loaded.has(part) && !seen.has(part))
    if (/turnstile/.test(name ?? '')) continue
    for (const part of added) seen.add(part)
    for (const part of added) lazyScripts(part, loaded, seen)
  }
  return seen
}

function lazyScriptsOf({ app, page }: ReturnType<typeof scriptsOf>) {
  const loaded = new Set([...app, ...page])
  const found = new Set<string>()
  for (const script of page) if (!app.has(script)) lazyScripts(script, loaded, found)
  return [...found]
}

/** The scripts loaded when a page is idle. The not-found page preloads all its dynamic imports. */
function idleScripts(file: string) {
  const scripts = scriptsOf(file)
  const ahead = file === notFoundFile ? lazyScriptsOf(scripts) : []
  return new Set([...scripts.app, ...scripts.page, ...ahead])
}

const workers = () => {
  const files = readdirSync(`${siteDir}/assets`).filter((file) => /worker.*\.js$/.test(file))
  expect(files).toHaveLength(1)
  return files.map((file) => `/assets/${file}`)
}

test.each(htmlFiles)('the HTML of %s, with its stylesheet, fits into the first TCP window', (file) => {
  expect(brotliBytes(file)).toBeLessThanOrEqual(budget.pageHtml)
})

test('the stylesheet and the inline script', () => {
  const css = home.querySelector('style')?.textContent ?? ''
  expect(css.length).toBeGreaterThan(1000)
  expect(brotliCompressSync(css).length).toBeLessThanOrEqual(budget.css)
  const [, typeface = ''] = /url\("?(\/assets\/typeface-[^)"]+)/.exec(css) ?? []
  expect(readFileSync(siteDir + typeface).length).toBeLessThanOrEqual(budget.typeface)
  expect(home.querySelector('script[type=module]')?.textContent?.length).toBeLessThanOrEqual(
    budget.inlineScript,
  )
})

describe.each([...contentPages, notFoundFile])('scripts of %s', (file) => {
  test('all that is loaded after the page is idle', () => {
    expect(sumBytes(idleScripts(file))).toBeLessThanOrEqual(budget.contentScripts)
  })
})

describe('a navigation to a content page', () => {
  const navigation = (from: string, to: string) => {
    const loaded = idleScripts(from)
    return sumBytes([...scriptsOf(to).page].filter((script) => !loaded.has(script)))
  }

  test.each([...contentPages, notFoundFile])('from %s', (from) => {
    for (const to of contentPages) expect(navigation(from, to), to).toBeLessThanOrEqual(budget.navigation)
  })

  test('from the form, which has not loaded the shared chunk of the content pages', () => {
    for (const to of contentPages)
      expect(navigation(contact, to), to).toBeLessThanOrEqual(budget.firstNavigation)
  })
})

describe('scripts of /contact', () => {
  const { app, page } = scriptsOf(contact)
  const loaded = new Set([...app, ...page])
  const lazy = lazyScriptsOf({ app, page })
  // The default bot check starts at idle; react-hook-form and the rules are loaded when the form gets the focus.
  const isBotCheck = (address: string) => address.includes('altcha')
  const atIdle = [...loaded, ...lazy.filter(isBotCheck), ...workers()]
  const onDemand = lazy.filter((address) => !isBotCheck(address))

  test('all that is loaded after the page is idle', () => {
    expect(sumBytes(atIdle)).toBeLessThanOrEqual(budget.contactIdleScripts)
  })

  test('all that is ever loaded, the rules being a part of it', () => {
    const rules = onDemand.filter((address) => address.includes('/rules-'))
    expect(rules).toHaveLength(1)
    expect(onDemand.some((address) => address.includes('/form-control-'))).toBe(true)
    expect(sumBytes([...atIdle, ...onDemand])).toBeLessThanOrEqual(budget.contactScripts)
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
