import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bytes as budget } from '../budget.json'
import { addresses, type PageName, routePaths } from '../src/content/addresses'
import { texts } from '../src/content/all'
import { languages } from '../src/content/languages'
import { siteDir } from './build-site'
import { visitStrings } from './prose'
import {
  brotliBytes,
  documentOf,
  fileOf,
  htmlFiles,
  notFoundFile,
  notFoundFileOf,
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

/** The scripts loaded when a page is idle. */
function idleScripts(file: string) {
  const scripts = scriptsOf(file)
  return new Set([...scripts.app, ...scripts.page])
}

const workers = () => {
  const files = readdirSync(`${siteDir}/assets`).filter((file) => /worker.*\.js$/.test(file))
  expect(files).toHaveLength(1)
  return files.map((file) => `/assets/${file}`)
}

test.each(htmlFiles)(
  'the HTML of %s, with its stylesheet and the headers, fits into the first TCP window',
  (file) => {
    expect(brotliBytes(file)).toBeLessThanOrEqual(budget.firstWindow - budget.pageHeaders)
  },
)

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

const dataOf = (path: string) =>
  `${documentOf(fileOf(path)).documentElement.dataset.pages}${path.replaceAll('/', '-')}.json`

describe.each(languages)('%s', (language) => {
  const table = addresses[language]
  const others = Object.values(table).filter((path) => path !== table.contact)

  test.each(others)('a navigation to %s', (path) => {
    expect(sumBytes([dataOf(path)])).toBeLessThanOrEqual(budget.navigation)
  })

  test('the texts of the frame', () => {
    const { pages } = documentOf(fileOf(table.home)).documentElement.dataset
    expect(sumBytes([`${pages}-frame.json`])).toBeLessThanOrEqual(budget.frameTexts)
  })

  test('has the scripts of the English pages', () => {
    for (const page of Object.keys(table) as PageName[]) {
      const [here, english] = [table, addresses.en].map((paths) => idleScripts(fileOf(paths[page])))
      expect(here, page).toEqual(english)
    }
    expect(idleScripts(notFoundFileOf(language))).toEqual(idleScripts(notFoundFile))
  })

  test('has no text in a script', () => {
    const wanted = new Set<string>()
    // The words of the Turnstile package are the specification's.
    const { botCheckErrors: _, ...own } = texts[language]
    visitStrings(own, (text) => {
      if (text.length > 20 && /\p{L} \p{L}/u.test(text)) wanted.add(text)
    })
    expect(wanted.size).toBeGreaterThan(1000)
    const scripts = readdirSync(`${siteDir}/assets`).filter((file) => file.endsWith('.js'))
    for (const script of scripts) {
      const code = read(`${siteDir}/assets/${script}`)
      expect(
        [...wanted].filter((text) => code.includes(text)),
        script,
      ).toEqual([])
    }
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

  test.each(languages)('a navigation from another page, in %s', (language) => {
    const scripts = atIdle.filter((address) => !app.has(address))
    const loaded = [...scripts, dataOf(addresses[language].contact)]
    expect(sumBytes(loaded)).toBeLessThanOrEqual(budget.contactNavigation)
  })
})

test('every drawing is light', () => {
  const drawings = htmlFiles.flatMap(
    (file) => readFileSync(file, 'utf8').match(/<svg [^>]*class="pic.*?<\/svg>/gs) ?? [],
  )
  expect(drawings.length).toBeGreaterThan(17)
  for (const drawing of drawings) expect(Buffer.byteLength(drawing)).toBeLessThanOrEqual(budget.picture)
})
