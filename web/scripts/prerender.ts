import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type * as Server from '../src/entry-server'
import { headTextsOf, renderDocument, splitHead, unescapeHtml } from './document'
import { renderPng, sharePicture } from './images'
import { type Manifest, pageChunks } from './page-chunks'

export type ServerBundle = typeof Server

interface PrerenderInput {
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

/** Writes <route>/index.html for every route, and 404.html. */
export async function prerender({
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
  const common = { css, boot, retry, app: `/${app}`, siteName: server.site.name }

  const { name, tagline } = server.site

  for (const path of server.routePaths) {
    const { head, body } = splitHead(await server.render(path))
    const { title, description } = headTextsOf(head)
    const pageTexts = { path, title: unescapeHtml(title), description: unescapeHtml(description) }
    const picture = `share/${path.slice(1).replaceAll('/', '-') || 'home'}.png`
    const html = renderDocument({
      ...common,
      head,
      body,
      page: chunks.get(path) ?? '',
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
    join(outDir, '404.html'),
    renderDocument({ ...common, ...missing, page: chunks.get('*') ?? '' }),
  )
}
