import type { Language } from '../src/content/languages'
import { markSvg } from './images'

/** Inline: on a slow connection, a request for the icon would compete with the first paint. */
const icon = `data:image/svg+xml,${encodeURI(markSvg.replaceAll('"', "'")).replaceAll('#', '%23')}`

const headElements = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)*/

/** Separates the head elements, which React renders first, from the body. */
export function splitHead(rendered: string): { head: string; body: string } {
  const head = headElements.exec(rendered)?.[0] ?? ''
  return { head, body: rendered.slice(head.length) }
}

/** The rendered title and description, already escaped for attributes. */
export function headTextsOf(head: string) {
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1]
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1]
  if (!title || !description) throw new Error(`a page has no title or description: ${head.slice(0, 200)}`)
  return { title, description }
}

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const unescapeHtml = (text: string) =>
  text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

interface DocumentParts {
  language: Language
  /** The page in every language, by absolute URL; empty for a page that stands for many. */
  alternates: readonly { language: string; url: string }[]
  feed: { title: string; path: string }
  head: string
  body: string
  css: string
  boot: string
  /** For pages with a form. */
  retry: string
  app: string
  /** The script of a page that React draws; of another one, `app` again. */
  page: string
  /** How the addresses of the pages' data begin. */
  pages: string
  siteName: string
  /** Absolute URL. Pages without one (404) have no sharing metadata. */
  url?: string
  shareImage?: string
  structuredData?: object
}

/** With the country of the firm; English as Europe writes it. */
const locales: Record<string, string> = { en: 'en_GB', de: 'de_CH', fr: 'fr_CH', it: 'it_CH' }

export function renderDocument(parts: DocumentParts): string {
  const { title, description } = headTextsOf(parts.head)
  const sharing = parts.url
    ? [
        '<meta property="og:type" content="website">',
        `<meta property="og:site_name" content="${parts.siteName}">`,
        `<meta property="og:title" content="${title}">`,
        `<meta property="og:description" content="${description}">`,
        `<meta property="og:url" content="${parts.url}">`,
        `<meta property="og:image" content="${parts.shareImage}">`,
        '<meta property="og:image:width" content="1200">',
        '<meta property="og:image:height" content="630">',
        `<meta property="og:locale" content="${locales[parts.language]}">`,
        '<meta name="twitter:card" content="summary_large_image">',
      ]
    : []
  // A script element must not contain '<', even if it holds only data.
  const json = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')
  const structuredData = parts.structuredData
    ? `<script type="application/ld+json">${json(parts.structuredData)}</script>`
    : ''
  return [
    `<!DOCTYPE html><html lang="${parts.language}" data-app="${parts.app}" data-page="${parts.page}" data-pages="${parts.pages}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    parts.head.replaceAll('/>', '>'),
    ...sharing,
    '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0b1220" media="(prefers-color-scheme: dark)">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    `<link rel="alternate" type="application/rss+xml" href="${parts.feed.path}" title="${parts.feed.title}">`,
    ...parts.alternates.map(
      ({ language, url }) => `<link rel="alternate" hreflang="${language}" href="${url}">`,
    ),
    `<style>${parts.css}</style>`,
    structuredData,
    `<script type="module">${parts.boot}</script>`,
    parts.body.includes('<form') ? `<script type="module">${parts.retry}</script>` : '',
    `</head><body><div id="root">${parts.body}</div></body></html>\n`,
  ].join('')
}
