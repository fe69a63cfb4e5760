import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addresses, type PageName, redirects } from '../src/content/addresses'
import { texts } from '../src/content/all'
import { type Language, languages } from '../src/content/languages'
import { pagesOf } from '../src/content/pages'
import { siteDir, siteUrl } from './build-site'
import { visitStrings } from './prose'
import { documentOf, fileOf, filesOf, notFoundFileOf, read } from './site'

const names = Object.keys(addresses.en) as PageName[]
const others = languages.filter((language) => language !== 'en')
const manifest = JSON.parse(read(`${siteDir}/site.json`)) as {
  redirects: Record<string, string>
  contactPaths: string[]
}
const alternatesOf = (file: string) =>
  [...documentOf(file).querySelectorAll('link[rel=alternate][hreflang]')].map((link) => [
    link.getAttribute('hreflang'),
    link.getAttribute('href'),
  ])

describe.each(languages)('%s', (language) => {
  test('says on every page that it is its language', () => {
    for (const file of filesOf(language)) expect(documentOf(file).documentElement.lang).toBe(language)
  })

  test.each(names)('%s names itself and each other language, symmetrically', (page) => {
    const expected = languages.map((other) => [other, siteUrl + addresses[other][page]])
    expect(alternatesOf(fileOf(addresses[language][page]))).toEqual([
      ...expected,
      ['x-default', siteUrl + addresses.en[page]],
    ])
  })

  test('has links within itself; those to the other languages lead to the same page', () => {
    const own: readonly string[] = Object.values(addresses[language])
    for (const page of names) {
      const path = addresses[language][page]
      const links = [...documentOf(fileOf(path)).querySelectorAll('a[href^="/"]')]
      for (const link of links) {
        const href = (link.getAttribute('href') ?? '').replace(/[?#].*/, '')
        const other = link.getAttribute('hreflang') as Language | null
        if (other) expect(manifest.redirects[href] ?? href, path).toBe(addresses[other][page])
        else expect(own, path).toContain(language === 'en' ? (Object(redirects)[href] ?? href) : href)
      }
      const offered = new Set(links.map((link) => link.getAttribute('hreflang')).filter(Boolean))
      expect(offered.size, path).toBe(languages.length - 1)
    }
  })

  test('has a not-found page, a feed and a place for the form', () => {
    const links = [...documentOf(notFoundFileOf(language)).querySelectorAll('main a[href^="/"]')]
    expect(links[0]?.getAttribute('href')).toBe(addresses[language].home)
    const feed = read(`${siteDir}/${language === 'en' ? '' : `${language}/`}feed.xml`)
    expect(feed).toContain(`<language>${language}</language>`)
    expect(feed).toContain(siteUrl + addresses[language].deletionArticle)
    expect(manifest.contactPaths).toContain(addresses[language].contact)
    expect(documentOf(fileOf(addresses[language].contact)).querySelector('form')).not.toBeNull()
  })

  test('writes dates as Intl does', () => {
    const { longDate, shortDate } = texts[language]
    const locale = language === 'en' ? 'en-GB' : `${language}-CH`
    for (let month = 1; month <= 12; month++) {
      const day = `2026-${String(month).padStart(2, '0')}-02`
      const date = new Date(`${day}T12:00:00Z`)
      expect(longDate(day)).toBe(date.toLocaleDateString(locale, { dateStyle: 'long' }))
      // CLDR has slashes for it-CH; the Confederation's Italian texts have dots.
      const short = date.toLocaleDateString(locale)
      expect(shortDate(day)).toBe(language === 'it' ? short.replaceAll('/', '.') : short)
    }
  })

  test('writes numbers as Intl does', () => {
    const wrong: string[] = []
    visitStrings({ ...texts[language], TEXTS_VERSION: '' }, (text) => {
      // Addresses, listings, and how the specification writes the length of a message.
      if (/Musterstrasse|Feldeggweg|\n|1000 characters/.test(text)) return
      for (const [number] of text.matchAll(
        /(?<![\w.,+/-]|I[SE][OC] |\+41 )[1-9]\d{0,2}(?:[’,\u00a0\u202f ]?\d{3})+(?![\w/-])/g,
      )) {
        const value = Number(number.replaceAll(/\D/g, ''))
        const written = value
          .toLocaleString(language === 'en' ? 'en-GB' : `${language}-CH`)
          .replaceAll("'", '’')
        if (/^(19|20)\d\d$/.test(number)) continue
        if (number !== written) wrong.push(`${number} in ${text.slice(0, 80)}`)
      }
    })
    expect(wrong).toEqual([])
  })

  test('names every country, in its own order', () => {
    const list = (of: Language) => readFileSync(`src/content/${of}/countries.txt`, 'utf8').trim().split('\n')
    const countries = list(language)
    expect(countries).toHaveLength(list('en').length)
    expect(countries).toEqual(countries.toSorted(new Intl.Collator(language).compare))
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const regions = new Intl.DisplayNames(language === 'en' ? language : `${language}-CH`, { type: 'region' })
    const names = letters.flatMap((first) => letters.map((second) => regions.of(first + second)))
    expect(countries.filter((country) => !names.includes(country))).toEqual([])
  })

  test('has titles of at most 60 characters and descriptions of 70 to 160, all different', () => {
    const pages = [...pagesOf(texts[language]), texts[language].notFound]
    expect(pages.map(({ title }) => title).filter(({ length }) => length > 60)).toEqual([])
    const found = pages.map(({ description }) => description)
    expect(found.filter(({ length }) => length < 70 || length > 160)).toEqual([])
    expect(new Set([...pages.map(({ title }) => title), ...found]).size).toBe(2 * pages.length)
  })
})

/** Words that a language shares with English, and terms that the trade does not translate. */
const shared =
  /\b(consultants?|minutes|pipelines|champions|benchmark|threat intelligence|detection as code|landing zones|security champions|data lake|purple team)\b/gi

/** Names of people, products and standards are the same in every language: they have no longer word in small letters. */
const isName = (text: string) =>
  !/(^|[\s(])\p{Ll}{4,}/u.test(text.replace(shared, '')) || text === 'Microsoft cloud security benchmark'

/** The strings of a value by where they stand. */
function stringsOf(value: unknown): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (part: unknown, place: string) => {
    if (typeof part === 'string') found.set(place, part)
    else if (part && typeof part === 'object')
      for (const [name, inner] of Object.entries(part)) visit(inner, `${place}.${name}`)
  }
  visit(value, '')
  return found
}

/** Places that no language changes. */
const fixed =
  /\.(author|listing|files|tags|groups|inquiry|url|linkedin|value|id|icon|kind|slug|domain|address)\b|[Ee]mail$|\.(href|path)$|^\.(botCheckErrors|articles\.\d+\.published)/

describe.each(others)('%s beside English', (language) => {
  const [english, translated] = [stringsOf(texts.en), stringsOf(texts[language])]

  test('has a text wherever English has one, and no other', () => {
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort())
    expect([...translated].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('repeats no English text', () => {
    const same = [...translated].filter(
      ([place, text]) =>
        text === english.get(place) && !text.includes('@') && !isName(text) && !fixed.test(place),
    )
    expect(same).toEqual([])
  })

  test('has no English sentence left on its pages', () => {
    const sentences = new Set<string>()
    visitStrings(pagesOf(texts.en), (text, key) => {
      if (key !== 'listing' && text.length > 25 && !isName(text)) sentences.add(text)
    })
    for (const file of filesOf(language)) {
      const content = documentOf(file).getElementById('root')?.textContent ?? ''
      expect(
        [...sentences].filter((sentence) => content.includes(sentence)),
        file,
      ).toEqual([])
    }
  })
})

/**
 * What nobody writes in Switzerland. In Italian, a request to a visitor, whom the site calls Lei, and the label of a
 * control, which is an infinitive.
 */
const wrong: Record<Exclude<Language, 'en'>, RegExp> = {
  de: /ß|[„“”]|\d,\d{3}\b/,
  fr: /[„“”]| [?!;:»]|« |[^\s\u00a0\u202f][?!;»]|\w: /,
  it: /[„“”]|^(Apri|Chiudi|Copia|Invia|Leggi|Ricarica|Riprova|Scegli|Scopri|Scrivi|Vai|Apra|Chiuda|Copi|Invii|Ricarichi|Riprovi|Vada|Verifichi)(?= |$)/,
}

test.each(Object.entries(wrong))('%s is written as the Swiss do', (language, rule) => {
  const all = [...stringsOf(texts[language as Language])]
  expect(all.filter(([place, text]) => rule.test(text) && !/\.listing\b/.test(place))).toEqual([])
  // The offer of another language is in that language, whatever the page's is.
  const offers = readFileSync('src/components/layout/language-offer.tsx', 'utf8')
  const offer = offers.split('\n').find((line) => line.startsWith(`  ${language}: {`)) ?? ''
  const offered = [...offer.matchAll(/'([^']+)'/g)].map(([, text = '']) => text)
  expect(offered).toHaveLength(3)
  expect(offered.filter((text) => rule.test(text))).toEqual([])
})

const said = {
  attachments: { en: /Attachments\?/, de: /Beilagen\?/, fr: /pièces jointes/i, it: /Allegati\?/ },
  prevails: {
    en: /German version prevails/,
    de: /gilt die deutsche Fassung/,
    fr: /version allemande prévaut/,
    it: /fa stato la versione tedesca/,
  },
  stored: {
    en: 'the language of the page, or of the email, by which you write to us',
    de: 'die Sprache der Seite oder der E-Mail, über die Sie uns schreiben',
    fr: 'la langue de la page ou de l’e-mail par lesquels vous nous écrivez',
    it: 'la lingua della pagina o dell’e-mail con cui ci scrive',
  },
  reported: {
    en: /reported as spam, a digest of your address is kept for two years/,
    de: /als Spam gemeldet, bleibt ein Hashwert Ihrer Adresse zwei Jahre/,
    fr: /signalé comme indésirable, une empreinte de votre adresse est conservée pendant deux ans/,
    it: /segnalata come indesiderata, un’impronta del Suo indirizzo è conservata per due anni/,
  },
}

test.each(languages)(
  'in %s, the form says how to send files, the policy which language counts and what outlives an erasure',
  (language) => {
    const { fields, privacyPolicy } = texts[language]
    expect(fields.message.hint).toMatch(said.attachments[language])
    const section = (wanted: string) => privacyPolicy.sections.find(({ id }) => id === wanted)?.blocks.flat()
    expect(section('changes')?.join('\n')).toMatch(said.prevails[language])
    expect(section('information-collected')).toContain(said.stored[language])
    expect(section('retention')?.join('\n')).toMatch(said.reported[language])
  },
)
