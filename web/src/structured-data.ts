import { articles } from '#texts/articles'
import { homePage } from '#texts/home'
import { contactLink, menus } from '#texts/nav'
import { paths } from '#texts/paths'
import { team } from '#texts/people'
import { programsPage } from '#texts/programs/index'
import { servicesPage } from '#texts/services/index'
import { founder, networks, site } from '#texts/site'
import type { RoutePath } from './content/addresses'
import { language } from './content/languages'
import textDates from './content/text-dates.json'

interface PageTexts {
  path: RoutePath
  title: string
  description: string
}

const labels = new Map<string, string>([
  [paths.home, site.name],
  [paths.services, servicesPage.hero.eyebrow],
  [paths.programs, programsPage.hero.eyebrow],
  [paths.contact, contactLink.label],
  ...articles.map((article) => [article.path, article.hero.heading] as [string, string]),
  ...menus.flatMap((menu) => menu.items.map((item) => [item.href, item.label] as [string, string])),
])

const dates: Record<string, { date: string } | undefined> = textDates

/** The file of the picture that a network shows with a link to the page. */
export const sharePictureOf = (path: RoutePath) => `share/${path.slice(1).replaceAll('/', '-') || 'home'}.png`

const named = (base: string) => ({
  '@type': 'ProfessionalService',
  '@id': `${base}/#organization`,
  name: site.name,
  url: `${base}/`,
})

/** On the pages about the firm; the others name it. */
const organization = (base: string, path: RoutePath) => ({
  ...named(base),
  legalName: site.legalName,
  ...(path === paths.home && { description: homePage.description }),
  logo: `${base}/icon-512.png`,
  image: `${base}/${sharePictureOf(paths.home)}`,
  email: site.email,
  telephone: site.phone,
  address: { '@type': 'PostalAddress', addressLocality: site.city, addressCountry: 'CH' },
  areaServed: 'CH',
  sameAs: Object.values(networks).map((network) => network.url),
})

const pageTypes: Partial<Record<RoutePath, string>> = {
  [paths.about]: 'AboutPage',
  [paths.contact]: 'ContactPage',
  [paths.founder]: 'ProfilePage',
  [paths.services]: 'CollectionPage',
  [paths.programs]: 'CollectionPage',
}

function breadcrumbs(base: string, path: RoutePath) {
  const parents = Object.values(paths).filter((other) => other !== paths.home && path.startsWith(`${other}/`))
  return [paths.home, ...parents, path].map((step, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: labels.get(step) ?? step,
    item: base + step,
  }))
}

const isAboutFirm = (path: RoutePath) =>
  [paths.home, paths.about, paths.contact].some((page) => page === path)

const isOffer = (path: string) =>
  [paths.services, paths.programs].some((parent) => path.startsWith(`${parent}/`))

/** Of an article, and the subject of the founder's page. */
const person = (base: string, { id, name, role }: Pick<(typeof team)[number], 'id' | 'name' | 'role'>) => ({
  '@type': 'Person',
  name,
  jobTitle: role,
  url: base + (id === founder.id ? paths.founder : paths.team),
  worksFor: { '@id': `${base}/#organization` },
})

function blogPosting(base: string, path: RoutePath) {
  const article = articles.find((other) => other.path === path)
  if (!article) return []
  const firm = { '@id': `${base}/#organization` }
  const author = team.find(({ id }) => id === article.author)
  return [
    {
      '@type': 'BlogPosting',
      headline: article.hero.heading,
      description: article.description,
      datePublished: article.published,
      dateModified: dates[path]?.date,
      image: `${base}/${sharePictureOf(path)}`,
      inLanguage: language,
      mainEntityOfPage: base + path,
      author: author ? person(base, author) : firm,
      publisher: firm,
    },
  ]
}

/** The page's JSON-LD for search engines, in one graph. */
export function structuredData(base: string, { path, title, description }: PageTexts) {
  const url = base + path
  const about = { '@id': `${base}/#organization` }
  const graph: object[] = [
    {
      '@type': pageTypes[path] ?? 'WebPage',
      '@id': url,
      url,
      name: title,
      description,
      inLanguage: language,
      isPartOf: { '@id': `${base}/#website` },
      ...(path === paths.founder ? { mainEntity: person(base, founder) } : { about }),
    },
    { '@type': 'WebSite', '@id': `${base}/#website`, url: `${base}/`, name: site.name, publisher: about },
    isAboutFirm(path) ? organization(base, path) : named(base),
  ]
  if (path !== paths.home) graph.push({ '@type': 'BreadcrumbList', itemListElement: breadcrumbs(base, path) })
  graph.push(...blogPosting(base, path))
  if (isOffer(path))
    graph.push({
      '@type': 'Service',
      name: labels.get(path) ?? title,
      description,
      url,
      provider: about,
      areaServed: 'CH',
    })
  return { '@context': 'https://schema.org', '@graph': graph }
}
