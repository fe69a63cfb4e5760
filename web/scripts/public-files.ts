import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addresses } from '../src/content/addresses'
import { type Language, languages } from '../src/content/languages'
import textDates from '../src/content/text-dates.json'
import { escapeHtml } from './document'
import { icoFromPng, markSvg, renderPng } from './images'
import type { ServerBundle } from './prerender'

const dayMs = 24 * 60 * 60 * 1000
/** RFC 9116 recommends less than a year ahead. The api computes it anew when it serves the file. */
const securityTxtDays = 300

interface PublicFilesInput {
  outDir: string
  server: ServerBundle
  publicUrl: string
  /** YYYY-MM-DD */
  buildDay: string
}

export function securityTxt({ server, publicUrl, buildDay }: Omit<PublicFilesInput, 'outDir'>): string {
  const { pgpKey } = server
  const expires = new Date(Date.parse(buildDay) + securityTxtDays * dayMs).toISOString().replace('.000', '')
  return [
    `Contact: mailto:${server.site.securityEmail}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en, de, fr, it',
    ...(pgpKey ? [`Encryption: ${pgpKey.url}`] : []),
    // The RFC allows web addresses only with https, so a local build has no canonical one.
    ...(publicUrl.startsWith('https://')
      ? [
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          `Policy: ${publicUrl}${server.paths.terms}#security-research`,
        ]
      : []),
    '',
  ].join('\n')
}

const dates: Record<string, { date: string } | undefined> = textDates

function sitemap(publicUrl: string): string {
  const paths = languages.flatMap((language) => Object.values(addresses[language]))
  const urls = paths.map(
    (path) => `<url><loc>${publicUrl}${path}</loc><lastmod>${dates[path]?.date}</lastmod></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

/** RSS 2.0: dates as RFC 822 wants them, at midnight UTC. */
export function feed(server: ServerBundle, language: Language, publicUrl: string): string {
  const tag = (name: string, text: string) => `<${name}>${escapeHtml(text)}</${name}>`
  const items = server.articles.map((article) => {
    const url = publicUrl + article.path
    return `<item>${tag('title', article.hero.heading)}${tag('link', url)}${tag('guid', url)}${tag('category', article.category)}${tag('description', article.description)}${tag('pubDate', new Date(article.published).toUTCString())}</item>`
  })
  const self = `<atom:link href="${publicUrl}${language === 'en' ? '' : `/${language}`}/feed.xml" rel="self" type="application/rss+xml"/>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${tag('title', `${server.site.name}: ${server.blogPage.articles.heading}`)}${tag('link', publicUrl + server.paths.blog)}${tag('description', server.blogPage.description)}${tag('language', language)}${self}${items.join('')}</channel></rss>\n`
}

function webManifest(name: string, description: string): string {
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })
  return JSON.stringify({
    name,
    short_name: name,
    description,
    start_url: '/',
    display: 'browser',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }, icon(192), icon(512)],
  })
}

/** Files with well-known names: icons, robots.txt, sitemap.xml, security.txt and others. */
export async function writePublicFiles(input: PublicFilesInput): Promise<void> {
  const { outDir, server, publicUrl } = input
  const { name } = server.site
  const files: Record<string, string | Buffer> = {
    'favicon.svg': `${markSvg}\n`,
    'favicon.ico': icoFromPng(await renderPng(markSvg, 32), 32),
    'apple-touch-icon.png': await renderPng(markSvg, 180),
    'icon-192.png': await renderPng(markSvg, 192),
    'icon-512.png': await renderPng(markSvg, 512),
    'site.webmanifest': webManifest(name, server.homePage.description),
    'robots.txt': `User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    'sitemap.xml': sitemap(publicUrl),
    'llms.txt': server.llmsText(publicUrl),
    '.well-known/security.txt': securityTxt(input),
  }
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(outDir, file)), { recursive: true })
    await writeFile(join(outDir, file), content)
  }
}
