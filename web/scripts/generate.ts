import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { texts } from '../src/content/all'
import { site } from '../src/content/en/site'
import { languages } from '../src/content/languages'
import { pagesOf } from '../src/content/pages'
import type { FieldText } from '../src/content/types'
import { archiveFile, freshArchive, versionModule } from './agreed-texts'
import { digestOf } from './digest'
import { fromRoot } from './paths'

const contract = fromRoot('..', 'api', 'openapi.json')

/** Types of the HTTP API, from the OpenAPI document that a test of the api keeps current. */
async function schemaTypes(): Promise<string> {
  const nodes = await openapiTS(JSON.parse(await readFile(contract, 'utf8')))
  return `// Generated from api/openapi.json by \`npm run generate\`.\n\n${astToString(nodes)}`
}

/** Of the form's fields by their names, and of their options by their values. */
function labelsOf(fields: Record<string, FieldText>): Record<string, string> {
  const labels = Object.entries(fields).flatMap(([name, { label, options = [] }]) => [
    [name, label],
    ...options.map((option) => [option.value, option.label]),
  ])
  return Object.fromEntries(labels)
}

/** The firm's values that the mail templates use. */
function brand(): string {
  const values = {
    name: site.name,
    legalName: site.legalName,
    email: site.email,
    privacyEmail: site.privacyEmail,
    location: site.location,
    inLanguage: Object.fromEntries(
      languages.map((language) => {
        const { fields, site, paths, urgentPhone } = texts[language]
        return [
          language,
          {
            city: site.city,
            location: site.location,
            privacyPath: paths.privacyPolicy,
            phone: urgentPhone.number,
            phoneHours: urgentPhone.hours,
            labels: labelsOf(fields),
          },
        ]
      }),
    ),
  }
  return `${JSON.stringify(values, null, 2)}\n`
}

interface TextDate {
  digest: string
  date: string
}

const datesFile = fromRoot('src', 'content', 'text-dates.json')

/** Per page, the day on which its text last changed: the sitemap's `lastmod`. A page keeps its day while its digest is the same. */
async function textDates(): Promise<string> {
  const known: Record<string, TextDate> = existsSync(datesFile)
    ? JSON.parse(await readFile(datesFile, 'utf8'))
    : {}
  const today = new Date().toISOString().slice(0, 10)
  const dates = Object.values(texts)
    .flatMap(pagesOf)
    .map((page) => {
      const digest = digestOf(JSON.stringify(page)).slice(0, 16)
      const before = known[page.path]
      return [page.path, before?.digest === digest ? before : { digest, date: today }]
    })
  return `${JSON.stringify(Object.fromEntries(dates), null, 2)}\n`
}

const generated: Record<string, () => Promise<string> | string> = {
  [fromRoot('src', 'api', 'schema.d.ts')]: schemaTypes,
  [fromRoot('..', 'templates', 'brand.json')]: brand,
  [datesFile]: textDates,
  [archiveFile]: freshArchive,
  ...Object.fromEntries(
    languages.map((language) => [
      fromRoot('src', 'content', language, 'texts-version.ts'),
      () => versionModule(language),
    ]),
  ),
}

/** `npm run generate` writes the files, `--check` fails when one is stale. */
export async function main(args: string[]): Promise<number> {
  const check = args.includes('--check')
  let stale = 0
  for (const [file, content] of Object.entries(generated)) {
    const fresh = await content()
    if (existsSync(file) && (await readFile(file, 'utf8')) === fresh) continue
    if (check) {
      console.error(`${file} is stale: run npm run generate`)
      stale++
    } else {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, fresh)
    }
  }
  return stale === 0 ? 0 : 1
}
