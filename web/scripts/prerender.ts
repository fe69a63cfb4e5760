import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addresses, type PageName, type RoutePath } from '../src/content/addresses'
import { type Language, languages } from '../src/content/languages'
import type * as Server from '../src/entry-server'
import { headTextsOf, renderDocument, splitHead, unescapeHtml } from './document'
import { renderPng, sharePicture } from './images'
import { type Manifest, pageChunks } from './page-chunks'

export type ServerBundle = typeof Server

interface PrerenderInput {
  language: Language
  outDir: string
  manifest: Manifest
  server: ServerBundle
  css: string
  boot: string
  retry: string
  publicUrl: string
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

/** Writes <route>/index.html for every route of a language, and its 404.html. */
export async function prerender({
  language,
  outDir,
  manifest,
  server,
  css,
  boot,
  retry,
  publicUrl,
}: PrerenderInput): Promise<void> {
  const app = manifest['src/entry-client.tsx']?.file
  if (!app) throw new Error('the build has no entry')
  const chunks = pageChunks(server.paths, manifest)
  const root = language === 'en' ? '' : `/${language}`
  const feed = { title: server.blogPage.articles.heading, path: `${root}/feed.xml` }
  const common = { language, feed, css, boot, retry, app: `/${app}`, siteName: server.site.name }

  const { name, tagline } = server.site

  for (const [page, path] of Object.entries(server.paths) as [PageName, RoutePath][]) {
    const { head, body } = splitHead(await server.render(path))
    const { title, description } = headTextsOf(head)
    const pageTexts = { path, title: unescapeHtml(title), description: unescapeHtml(description) }
    const picture = server.sharePictureOf(path)
    const html = renderDocument({
      ...common,
      head,
      body,
      page: chunks.get(path) ?? '',
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
  await writeFile(
    join(outDir, root, '404.html'),
    renderDocument({ ...common, ...missing, alternates: [], page: chunks.get('*') ?? '' }),
  )
}
