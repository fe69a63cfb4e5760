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
  head: string
  body: string
  css: string
  boot: string
  /** For pages with a form. */
  retry: string
  app: string
  page: string
  siteName: string
  /** Absolute URL. Pages without one (404) have no sharing metadata. */
  url?: string
  shareImage?: string
  structuredData?: object
}

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
        '<meta property="og:locale" content="en_GB">',
        '<meta name="twitter:card" content="summary_large_image">',
      ]
    : []
  // A script element must not contain '<', even if it holds only data.
  const data = parts.structuredData
    ? `<script type="application/ld+json">${JSON.stringify(parts.structuredData).replaceAll('<', '\\u003c')}</script>`
    : ''
  return [
    `<!DOCTYPE html><html lang="en" data-app="${parts.app}" data-page="${parts.page}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    parts.head.replaceAll('/>', '>'),
    ...sharing,
    '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#0b1220" media="(prefers-color-scheme: dark)">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    '<link rel="alternate" type="application/rss+xml" href="/feed.xml" title="Articles">',
    `<style>${parts.css}</style>`,
    data,
    `<script type="module">${parts.boot}</script>`,
    parts.body.includes('<form') ? `<script type="module">${parts.retry}</script>` : '',
    `</head><body><div id="root">${parts.body}</div></body></html>\n`,
  ].join('')
}
