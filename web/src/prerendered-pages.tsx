import { useEffect, useRef } from 'react'
import { contactLink } from '#texts/nav'
import { Seo } from './components/ui/seo'
import type { RoutePath } from './content/addresses'
import { formatDay } from './content/format-day'
import { today } from './hydrated'
import { type PageLoader, withoutTrailingSlash } from './page-cache'
import { dataOf, keepTexts } from './page-texts'
import { trustedHtml } from './trusted-html'

interface Texts {
  title: string
  description: string
  html: string
}

const dataOfPage = (path: string) => dataOf(path.slice(1).replaceAll('/', '-'))

/** A page without a state: its HTML is the prerendered one. */
function pageOf(path: string, { title, description, html }: Texts) {
  const content = { __html: trustedHtml(html) }
  const page = { path: path as RoutePath, title, description }
  return function PrerenderedPage() {
    const element = useRef<HTMLDivElement>(null)
    useEffect(() => {
      for (const time of element.current?.querySelectorAll<HTMLTimeElement>('time[data-pattern]') ?? []) {
        time.dateTime = today()
        time.textContent = formatDay(time.dateTime, `${time.dataset.pattern}`)
      }
    }, [])
    return (
      <>
        <Seo page={page} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it, in the build */}
        <div ref={element} data-prerendered="" dangerouslySetInnerHTML={content} />
      </>
    )
  }
}

const first = withoutTrailingSlash(location.pathname)
const prerendered = document.querySelector('[data-prerendered]')

function firstTexts(): Texts {
  const description = document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? ''
  return { title: document.title, description, html: prerendered?.innerHTML ?? '' }
}

/** A page that React draws. */
const drawn =
  (part: 'contact' | 'notFound', path: string, load: PageLoader): PageLoader =>
  async () => {
    const [page, texts] = await Promise.all([load(), dataOfPage(path)])
    keepTexts(part, texts)
    return page
  }

const contact = drawn('contact', contactLink.href, () => import('./pages/contact'))

export const notFound = drawn('notFound', '/404', () => import('./pages/not-found'))

const still =
  (path: string): PageLoader =>
  async () => {
    try {
      return { default: pageOf(path, await dataOfPage(path)) }
    } catch (error) {
      // Without data, but there: a deployment has removed them.
      const { status } = await fetch(path, { method: 'HEAD' })
      if (status !== 404) throw error
      return notFound()
    }
  }

/** The page of a path: for the browser. */
export function pageAt(path: string): PageLoader {
  if (path === contactLink.href) return contact
  if (path !== first) return still(path)
  return prerendered ? async () => ({ default: pageOf(path, firstTexts()) }) : notFound
}
