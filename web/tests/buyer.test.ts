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
    expect(facts?.textContent).toContain(texts[language].site.companyNumber)
    expect(facts?.querySelectorAll('tr')).toHaveLength(7)
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
    for (const { issuer } of certifications) {
      const register = issuers[issuer]
      if (register) expect(main?.querySelector(`a[href="${register}"]`)).not.toBeNull()
      else expect(main?.textContent).toContain(texts[language].teamPage.certifications.onRequest)
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

test.each(languages)('in %s, each program shows its months, and people as many as it promises', (language) => {
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
})
