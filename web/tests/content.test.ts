import { describe, expect, it } from 'vitest'
import { type RoutePath, redirects, routePaths } from '../src/content/addresses'
import { texts } from '../src/content/all'
import { aboutPage } from '../src/content/en/about'
import { blogPage } from '../src/content/en/blog'
import { homePage } from '../src/content/en/home'
import { contactLink, footerColumns, headerCta, menus, mobileCta } from '../src/content/en/nav'
import { notFound } from '../src/content/en/not-found'
import { paths } from '../src/content/en/paths'
import { team } from '../src/content/en/people'
import { servicesPage } from '../src/content/en/services/index'
import { founder, site } from '../src/content/en/site'
import { languages } from '../src/content/languages'
import { pagesOf } from '../src/content/pages'
import type { LinkCard } from '../src/content/types'
import { proseOf, visitStrings } from './prose'

const pages = pagesOf(texts.en)

const modules = import.meta.glob<Record<string, unknown>>('../src/content/en/**/*.ts', { eager: true })
const sources = import.meta.glob<string>('../src/content/**/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const allProse = Object.values(modules).flatMap((exports) => proseOf(exports))

describe('links', () => {
  it('cannot be written to a page that does not exist', () => {
    // @ts-expect-error the compiler refuses a dead link
    const dead: RoutePath = '/services/no-such-page'
    expect(routePaths).not.toContain(dead)
  })

  it('lead to a page everywhere, the footer’s /privacy excepted, which is redirected to one', () => {
    const hrefs = new Set<string>()
    visitStrings(Object.values(modules), (text, key) => {
      if (key === 'href') hrefs.add(text)
    })
    const exceptions = [...hrefs].filter((href) => !(routePaths as readonly string[]).includes(href))
    expect(exceptions).toEqual(['/privacy'])
    expect(routePaths).toContain(redirects['/privacy'])
  })

  it('reach every page from the menus, the footer or a card', () => {
    const linked = new Set<string>(['/'])
    visitStrings([menus, footerColumns, contactLink, aboutPage, blogPage, redirects], (text) =>
      linked.add(text),
    )
    expect(routePaths.filter((path) => !linked.has(path))).toEqual([])
  })

  it('are served by the redirects of the specification', () => {
    expect(redirects).toEqual({
      '/privacy': '/privacy-policy',
      '/solutions': '/services',
      '/services/one-on-one-consulting': '/services/individual-consulting-engagements',
      '/services/full-team-consulting': '/services/team-consulting-engagements',
      '/programs/unified-defense-platform': '/programs/threat-intel-platform',
    })
  })

  it('name the five menus, the contact link and the mobile button', () => {
    expect(menus.map(({ label }) => label)).toEqual(['Why Us', 'Services', 'Programs', 'Resources', 'About'])
    expect(footerColumns.map(({ heading }) => heading)).toEqual([
      'Why Us',
      'Services',
      'Resources',
      'About',
      'Contact Us',
    ])
    expect(contactLink).toEqual({ label: 'Contact Us', href: '/contact' })
    expect(headerCta.href).toBe('/contact')
    expect(mobileCta.label).toBe('Claim your free consultation')
  })

  it('name the same five services in the menu and, once, on home; its tiles lead to them by a question', () => {
    const menu = menus[1]!.items.slice(1).map(({ label, href }) => [label, href])
    const { tiles, services, fifthService } = homePage
    const named = (cards: readonly LinkCard[]) => [
      ...cards.map(({ title, href }) => [title, href]),
      [fifthService.cta.label, fifthService.cta.href],
    ]
    expect(menu).toHaveLength(5)
    expect(tiles.map(({ href }) => href)).toEqual(menu.slice(0, 4).map(([, href]) => href))
    for (const { homePage: home } of Object.values(texts))
      for (const { title } of [...home.services.cards, { title: home.fifthService.cta.label }])
        expect(proseOf(home).filter((text) => text.replaceAll('\u00ad', '') === title)).toHaveLength(1)
    expect(named(services.cards)).toEqual(menu)
    expect(servicesPage.cards.map(({ title, href }) => [title, href])).toEqual(menu)
  })

  it('in the footer include the mail, both networks, /privacy and /terms', () => {
    const links = footerColumns.flatMap((column) => column.links)
    expect(links.filter(({ kind }) => kind === 'mail')).toHaveLength(1)
    expect(links.filter(({ kind }) => kind === 'external')).toHaveLength(2)
    const internal = links.flatMap((link) => (link.kind === 'internal' ? [link.href] : []))
    expect(internal).toEqual(expect.arrayContaining(['/privacy', '/terms']))
  })

  it('end every page at the contact page', () => {
    for (const page of pages) {
      if (page.path === '/contact') continue
      const hrefs: string[] = []
      visitStrings(page, (text, key) => {
        if (key === 'href') hrefs.push(text)
      })
      expect(hrefs.at(-1) ?? '', page.path).toBe('/contact')
    }
  })
})

describe('pages', () => {
  it('exist once for every route', () => {
    expect(pages.map(({ path }) => path).sort()).toEqual([...routePaths].sort())
    expect(new Set(routePaths).size).toBe(32)
    expect(paths.founder).toBe(`/about-${founder.slug}`)
  })

  it('have titles of at most 60 characters, all different', () => {
    const all = [...pages, notFound].map(({ title }) => title)
    expect(all.filter((title) => title.length > 60)).toEqual([])
    expect(new Set(all).size).toBe(all.length)
  })

  it('have descriptions of 70 to 160 characters, all different', () => {
    const all = [...pages, notFound].map(({ description }) => description)
    expect(all.filter(({ length }) => length < 70 || length > 160)).toEqual([])
    expect(new Set(all).size).toBe(all.length)
  })

  it('stay within 900 words, the privacy policy within 1,100', () => {
    const long = pages
      .map((page) => ({ path: page.path, words: proseOf(page).join(' ').split(/\s+/).length }))
      .filter(({ path, words }) => words > (path === '/privacy-policy' ? 1100 : 900))
    expect(long).toEqual([])
  })

  it('repeat no sentence-long text, within a page or across pages', () => {
    const seen = new Map<string, string>()
    const repeated: string[] = []
    for (const page of pages) {
      for (const text of proseOf(page)) {
        const normal = text
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim()
        if (normal.length < 45) continue
        if (seen.has(normal)) repeated.push(`${seen.get(normal)} and ${page.path}: ${text}`)
        seen.set(normal, page.path)
      }
    }
    expect(repeated).toEqual([])
  })
})

describe('wording', () => {
  const filler =
    /\b(cutting[- ]edge|world[- ]class|best[- ]in[- ]class|state[- ]of[- ]the[- ]art|next[- ]gen(eration)?|seamless(ly)?|leverag\w+|synerg\w+|game[- ]chang\w+|empower\w*|unlock (the|your)|holistic\w*|robust\w*|comprehensive\w*|turnkey|one-stop|in today’s|ever-(changing|evolving)|landscape|revolution\w+|delve\w*|tailor-made|peace of mind|military-grade|unparalleled|bespoke|lorem|ipsum|TODO|TBD)\b/i
  const american =
    /\b(\w*(?:organiz|prioritiz|operationaliz|specializ|normaliz|customiz|analyz|recogniz|utiliz|authoriz|minimiz|optimiz)\w*|behavior\w*|color\w*|center\w*|fulfill|judgment|catalog|defense)\b/i
  const claims =
    /\b(\d+ ?%|\d{2,}\+|trusted by|award|number one|no\. 1|leading provider|testimonial|Auszeichnung|Referenzkund|Marktführer|Nr\. 1|récompens|primé|leader du marché|n° 1|premiat|riconoscimento|leader di mercato|n\. 1)/i

  it('has no filler, no American spelling and no invented figure', () => {
    for (const rule of [filler, american]) expect(allProse.filter((text) => rule.test(text))).toEqual([])
    // A drawing may show figures: it names their source.
    for (const language of languages) {
      const prose = proseOf({ ...texts[language], reportingRacePicture: '' })
      expect(prose.filter((text) => claims.test(text))).toEqual([])
    }
  })

  it('has no markup and no doubled or stray space', () => {
    expect(allProse.filter((text) => /<\/?[a-z]|&[a-z]+;|\*\*|className/.test(text))).toEqual([])
    expect(allProse.filter((text) => / {2}|^\s|\n/.test(text))).toEqual([])
  })

  it('ends every card, paragraph and lead with a full stop or a question mark', () => {
    const open: string[] = []
    visitStrings(pages, (text, key) => {
      if (['lead', 'text', 'excerpt', 'bio', 'paragraphs', 'overview'].includes(key) && !/[.?:]$/.test(text))
        open.push(text)
    })
    expect(open).toEqual([])
  })

  it('names the firm and its people in their modules only', () => {
    const names = [site.name, site.domain, site.city, founder.slug, ...team.map(({ name }) => name)]
    for (const [path, source] of Object.entries(sources)) {
      if (/\/(firm|site)\.ts$|reporting-race/.test(path)) continue
      const named = names.filter((name) => source.toLowerCase().includes(name.toLowerCase()))
      expect(named, path).toEqual([])
    }
  })
})
