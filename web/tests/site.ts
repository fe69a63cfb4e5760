import { readFileSync, statSync } from 'node:fs'
import { Window } from 'happy-dom'
import { addresses } from '../src/content/addresses'
import { type Language, languages } from '../src/content/languages'
import { siteDir } from './build-site'

export const fileOf = (path: string) => `${siteDir}${path === '/' ? '' : path}/index.html`
export const notFoundFileOf = (language: Language) =>
  `${siteDir}/${language === 'en' ? '' : `${language}/`}404.html`
export const filesOf = (language: Language) => [
  ...Object.values(addresses[language]).map(fileOf),
  notFoundFileOf(language),
]
export const notFoundFile = notFoundFileOf('en')
/** Of every language. */
export const htmlFiles = languages.flatMap(filesOf)

export const read = (file: string) => readFileSync(file, 'utf8')
export const brotliBytes = (file: string) => statSync(`${file}.br`).size

const documents = new Map<string, Document>()

/** The parsed page; its scripts do not run. */
export function documentOf(file: string): Document {
  const parsed = documents.get(file)
  if (parsed) return parsed
  const window = new Window({ settings: { disableJavaScriptEvaluation: true, disableCSSFileLoading: true } })
  window.document.write(read(file))
  const document = window.document as unknown as Document
  documents.set(file, document)
  return document
}

/** The scripts that an entry pulls in statically, itself included, as addresses from the site's root. */
export function scriptClosure(address: string, seen = new Set<string>()): Set<string> {
  if (seen.has(address)) return seen
  seen.add(address)
  const code = read(siteDir + address)
  for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    scriptClosure(`/assets/${name}`, seen)
  return seen
}

export const sumBytes = (addresses: Iterable<string>) =>
  [...addresses].reduce((sum, address) => sum + brotliBytes(siteDir + address), 0)
