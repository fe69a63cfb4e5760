import { articles } from './content/articles'
import { homePage } from './content/home'
import { contactLink, menus } from './content/nav'
import { paths, type RoutePath } from './content/paths'
import { founder, networks, site } from './content/site'
import textDates from './content/text-dates.json'

interface PageTexts {
  path: RoutePath
  title: string
  description: string
}

const labels = new Map<string, string>([
  [paths.home, site.name],
  [paths.services, 'Services'],
  [paths.programs, 'Programs'],
  [paths.contact, contactLink.label],
  ...articles.map((article) => [article.path, article.hero.heading] as [string, string]),
  ...menus.flatMap((menu) => menu.items.map((item) => [item.href, item.label] as [string, string])),
])

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
  image: `${base}/share/home.png`,
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
  const parents =
    path === paths.home ? [] : Object.values(paths).filter((other) => path.startsWith(`${other}/`))
  return [paths.home, ...parents, path].map((step, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: labels.get(step) ?? step,
    item: base + step,
  }))
}

const isAboutFirm = (path: RoutePath) =>
  [paths.home, paths.about, paths.contact].some((page) => page === path)

const isOffer = (path: string) => /^\/(services|programs)\/./.test(path)

function blogPosting(base: string, path: RoutePath) {
  const article = articles.find((other) => other.path === path)
  if (!article) return []
  const firm = { '@id': `${base}/#organization` }
  return [
    {
      '@type': 'BlogPosting',
      headline: article.hero.heading,
      description: article.description,
      datePublished: article.published,
      dateModified: textDates[path].date,
      image: `${base}/share/${path.slice(1).replaceAll('/', '-')}.png`,
      inLanguage: 'en',
      mainEntityOfPage: base + path,
      author: firm,
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
      inLanguage: 'en',
      isPartOf: { '@id': `${base}/#website` },
      ...(path === paths.founder
        ? { mainEntity: { '@type': 'Person', name: founder.name, jobTitle: founder.role, worksFor: about } }
        : { about }),
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
