import { expect, test } from 'vitest'
import { addresses } from '../src/content/addresses'
import { texts } from '../src/content/all'
import { people } from '../src/content/firm'
import { issuers } from '../src/content/issuers'
import { languages } from '../src/content/languages'
import { programsOf, segmentsOf, servicesOf } from '../src/content/pages'
import { certifications, profiles } from '../src/content/profiles'
import { documentOf, fileOf } from './site'

const hrefsOf = (path: string) =>
  [...documentOf(fileOf(path)).querySelectorAll('main a')].map((link) => link.getAttribute('href'))

test.each(languages)(
  'in %s, every page for a visitor segment links to the facts, and those not set are left out',
  (language) => {
    const { about } = addresses[language]
    for (const { path } of segmentsOf(texts[language])) expect(hrefsOf(path)).toContain(`${about}#facts`)
    const facts = documentOf(fileOf(about)).querySelector('#facts')
    const { procurementFacts, site } = texts[language]
    for (const fact of [site.legalName, site.companyNumber, '24']) expect(facts?.textContent).toContain(fact)
    const titles = [...(facts?.querySelectorAll('tr > th') ?? [])].map(({ textContent }) => textContent)
    expect(titles).toHaveLength(7)
    expect(titles).toEqual(procurementFacts.groups.map(({ title }) => title))
    expect(facts?.textContent).not.toMatch(/undefined|CHF|VAT|MWST|TVA|IVA/)
  },
)

test.each(languages)(
  'in %s, home and the services lead to the samples, and the services to help in an incident',
  (language) => {
    const { home, services, threatDetectionResponse, cloudSecurity, contact } = addresses[language]
    for (const sampled of [threatDetectionResponse, cloudSecurity]) {
      expect(documentOf(fileOf(sampled)).getElementById('sample')).not.toBeNull()
      for (const from of [home, services]) expect(hrefsOf(from)).toContain(`${sampled}#sample`)
    }
    expect(hrefsOf(services)).toContain(`${contact}?reason=incident-response`)
    const call = documentOf(fileOf(services)).querySelector('main a[href^="tel:"]')
    expect(call?.textContent).toBe(texts[language].urgentPhone.number)
    const { incident, notOffered } = texts[language].servicesPage
    const text = documentOf(fileOf(services)).querySelector('main')?.textContent
    for (const { title } of [...incident.items, ...notOffered.items]) expect(text).toContain(title)
  },
)

test.each(languages)(
  'in %s, the team shows years, languages and certificates, and where to verify them',
  (language) => {
    const main = documentOf(fileOf(addresses[language].team)).querySelector('main')
    expect(main?.querySelectorAll('.portrait')).toHaveLength(people.length)
    const cards = [...(main?.querySelectorAll('.card') ?? [])].map(({ textContent }) => textContent)
    const { items, since } = texts[language].teamPage.members
    people.forEach((person, index) => {
      const profile = profiles[person.id]
      for (const fact of [since(profile.since), items[index]?.languages, ...profile.certificates])
        expect(cards[index]).toContain(fact)
    })
    const { numbers, onRequest } = texts[language].teamPage.certifications
    for (const { name, issuer } of certifications) {
      const named = [...(main?.querySelectorAll('li') ?? [])].find(
        ({ firstElementChild }) => firstElementChild?.textContent === name,
      )
      const number = numbers[issuer]
      if (number) expect(named?.textContent, name).toContain(number)
      else expect(issuer, 'the one whose name for its number is not certain').toBe('IAPP')
      const register = issuers[issuer]
      if (register) expect(named?.querySelector(`a[href="${register}"]`), name).not.toBeNull()
      else expect(named?.textContent, name).toContain(onRequest)
    }
  },
)

test.each(languages)('in %s, each kind of page shows what is its own', (language) => {
  const of = addresses[language]
  for (const { path, change } of segmentsOf(texts[language])) {
    const rows = [...documentOf(fileOf(path)).querySelectorAll('.facing-change tbody tr')]
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual(change.rows)
  }
  const months = documentOf(fileOf(of.threatIntelPlatform)).querySelectorAll('.calendar > li')
  expect([months.length, [...months].filter(({ className }) => className).length]).toEqual([8, 4])
  for (const { path } of servicesOf(texts[language]))
    expect(documentOf(fileOf(path)).querySelector('#sample')?.closest('.grid12')).toBeNull()
})

test.each(languages)(
  'in %s, each program shows its months, and people as many as it promises',
  (language) => {
    for (const { path, badges, timeline, team } of programsOf(texts[language])) {
      const page = documentOf(fileOf(path))
      const rangeOf = (text = '') => (text.match(/\d+/g) ?? []).map(Number)
      const [from = 0, to = 0] = rangeOf(timeline)
      const months = [...page.querySelectorAll('.calendar > li')]
      expect([months.filter(({ className }) => !className).length, months.length], path).toEqual([from, to])
      const { core, extended } = team
      const members = [...core.members, ...extended.members]
      expect([core.members.length, members.length], path).toEqual(rangeOf(badges[0]))
      const shown = [...page.querySelectorAll('main dl > div')].map(({ textContent }) => textContent)
      for (const { name, role } of members) {
        expect(people.map((person) => person.name)).toContain(name)
        expect(shown, path).toContain(name + role)
      }
    }
  },
)

/** Words that the page must have, by language. */
type Wanted = Record<(typeof languages)[number], RegExp>

const noCommission: Wanted = {
  en: /no commission/,
  de: /keine Provision|Kein Hersteller zahlt uns Provision/,
  fr: /aucune commission|ni commission/,
  it: /(nessuna|Non prendiamo|Non accettiamo) provvigion/,
}

test.each(languages)(
  'in %s, home and the partners’ page agree that no vendor pays commission',
  (language) => {
    const { home, partners, about } = addresses[language]
    for (const path of [home, partners, about])
      expect(documentOf(fileOf(path)).querySelector('main')?.textContent, path).toMatch(
        noCommission[language],
      )
  },
)

test.each(languages)(
  'in %s, the blog tells articles on clients’ problems from those on this site',
  (language) => {
    const { accessLogArticle, botCheckArticle, deletionArticle, blog, ...paths } = addresses[language]
    const { articles, aboutSite } = texts[language].blogPage
    const own = [deletionArticle, botCheckArticle, paths.mailOutageArticle]
    expect(articles.items.map(({ path }) => path)).toEqual([
      paths.takeoverArticle,
      paths.detectionRuleArticle,
      accessLogArticle,
    ])
    expect(aboutSite.items.map(({ path }) => path)).toEqual(own)
    const headings = [...documentOf(fileOf(blog)).querySelectorAll('main h2')]
    expect(headings.map(({ textContent }) => textContent)).toContain(aboutSite.heading)
    for (const path of own)
      expect(documentOf(fileOf(path)).querySelector('main')?.textContent, path).toContain(aboutSite.heading)
  },
)

const authorities: Record<(typeof languages)[number], readonly string[]> = {
  en: ['NCSC', 'FDPIC', 'FINMA'],
  de: ['BACS', 'EDÖB', 'FINMA'],
  fr: ['OFCS', 'PFPDT', 'FINMA'],
  it: ['UFCS', 'IFPDT', 'FINMA'],
}

test.each(languages)(
  'in %s, the first hour names every report that the law asks for, with its source',
  (language) => {
    const { reports } = texts[language].incident
    reports.forEach(({ text, sources }, index) => {
      expect(text).toContain(authorities[language][index])
      expect(sources.length).toBeGreaterThan(0)
      for (const { url } of sources) expect(url).toMatch(/^https:/)
    })
    expect(reports.map(({ text }) => text.match(/\b(24|72)\b/g))).toEqual([['24'], null, ['24', '72']])
  },
)
