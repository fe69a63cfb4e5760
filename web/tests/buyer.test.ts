import { expect, test } from 'vitest'
import { addresses } from '../src/content/addresses'
import { texts } from '../src/content/all'
import { languages } from '../src/content/languages'
import { segmentsOf } from '../src/content/pages'
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
