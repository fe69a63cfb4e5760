import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addresses, type PageName, type RoutePath } from '../src/content/addresses'
import { texts } from '../src/content/all'
import { type Language, languages } from '../src/content/languages'
import type * as Server from '../src/entry-server'
import { addressDigest } from './digest'
import { headTextsOf, renderDocument, splitHead, unescapeHtml } from './document'
import { renderPng, sharePicture } from './images'
import { pick } from './script-texts'

export type ServerBundle = typeof Server

export type Manifest = Record<string, { file: string; css?: string[] }>

interface PrerenderInput {
  language: Language
  outDir: string
  manifest: Manifest
  server: ServerBundle
  css: string
  boot: string
  retry: string
  publicUrl: string
  /** Address of the countries' names. */
  countries: string
}

async function writeInto(folder: string, file: string, content: string | Buffer): Promise<void> {
  const target = join(folder, file)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, content)
}

function headingOf(body: string): string {
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1] ?? ''
  return unescapeHtml(heading.replaceAll(/<[^>]+>/g, '')).trim()
}

/** Any path without a page renders the not-found page. */
const unknownPath = '/404'

/** Every language of a page; English for those who have another one. */
function alternatesOf(page: PageName, publicUrl: string) {
  const known = languages.map((language) => ({ language, url: publicUrl + addresses[language][page] }))
  return [...known, { language: 'x-default', url: publicUrl + addresses.en[page] }]
}

interface Rendered {
  head: string
  body: string
}

/** The HTML that stays as it is in the browser; of a page that React draws, nothing. */
const stillHtml = ({ body }: Rendered) =>
  /<div data-prerendered="">(.*)<\/div><!--\/\$--><\/main>/s.exec(body)?.[1]

/** Writes what scripts load of a page when a visitor goes there. Returns how its address begins. */
async function writePageData(
  { language, outDir, countries }: PrerenderInput,
  rendered: ReadonlyMap<string, Rendered>,
): Promise<string> {
  const files = new Map<string, string>()
  for (const [path, page] of rendered) {
    const { title, description } = headTextsOf(page.head)
    const html = stillHtml(page)
    const data = html
      ? { title: unescapeHtml(title), description: unescapeHtml(description), html }
      : pick('contact', { ...texts[language], countries })
    files.set(path.replaceAll('/', '-'), JSON.stringify(data))
  }
  files.set('-404', JSON.stringify(pick('notFound', texts[language])))
  files.set('-frame', JSON.stringify(pick('frame', texts[language])))
  const start = `assets/page-${addressDigest([...files].join())}`
  for (const [name, data] of files) await writeInto(outDir, `${start}${name}.json`, data)
  return `/${start}`
}

/** Writes <route>/index.html for every route of a language, its data, and the language's 404.html. */
export async function prerender(input: PrerenderInput): Promise<void> {
  const { language, outDir, manifest, server, css, boot, retry, publicUrl } = input
  const script = (source: string) => {
    const file = manifest[source]?.file
    if (!file) throw new Error(`the build has no script for ${source}`)
    return `/${file}`
  }
  const rendered = new Map<string, Rendered>()
  for (const path of Object.values(server.paths)) rendered.set(path, splitHead(await server.render(path)))

  const root = language === 'en' ? '' : `/${language}`
  const { name, tagline } = server.site
  const common = {
    language,
    feed: { title: server.blogPage.articles.heading, path: `${root}/feed.xml` },
    css,
    boot,
    retry,
    app: script('src/entry-client.tsx'),
    pages: await writePageData(input, rendered),
    siteName: name,
  }
  for (const [page, path] of Object.entries(server.paths) as [PageName, RoutePath][]) {
    const { head = '', body = '' } = rendered.get(path) ?? {}
    const { title, description } = headTextsOf(head)
    const pageTexts = { path, title: unescapeHtml(title), description: unescapeHtml(description) }
    const picture = server.sharePictureOf(path)
    const html = renderDocument({
      ...common,
      head,
      body,
      page: page === 'contact' ? script('src/pages/contact.tsx') : common.app,
      alternates: alternatesOf(page, publicUrl),
      url: publicUrl + path,
      shareImage: `${publicUrl}/${picture}`,
      structuredData: server.structuredData(publicUrl, pageTexts),
    })
    await writeInto(outDir, join(path, 'index.html'), html)
    await writeInto(
      outDir,
      picture,
      await renderPng(sharePicture({ heading: headingOf(body), name, tagline }), 1200),
    )
  }

  const missing = splitHead(await server.render(unknownPath))
  const document = renderDocument({
    ...common,
    ...missing,
    page: script('src/pages/not-found.tsx'),
    alternates: [],
  })
  await writeFile(join(outDir, root, '404.html'), document)
}
