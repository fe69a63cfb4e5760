import { expect, test, vi } from 'vitest'
import { texts } from '../src/content/all'
import type * as firm from '../src/content/firm'
import { languages } from '../src/content/languages'

/** What the sample firm leaves out, as a firm may set it. */
vi.mock('../src/content/firm', async (original) => ({
  ...(await original<typeof firm>()),
  incidentNumber: '+41 44 111 11 11',
  procurement: { insuredMillions: 10, checkedEveryYears: 3, dayRateFrom: 2400 },
}))

test.each(languages)(
  'in %s, the number for an incident replaces the office’s, with its own hours',
  (language) => {
    const { site, urgentPhone } = texts[language]
    expect(urgentPhone.number).toBe('+41 44 111 11 11')
    expect(urgentPhone.hours).not.toBe(site.phoneHours)
  },
)

const rates = { en: '2,400', de: '2’400', fr: '2\u202f400', it: '2400' }

test.each(languages)('in %s, the facts that are set appear, the rate as its readers write it', (language) => {
  const { groups } = texts[language].procurementFacts
  expect(groups).toHaveLength(10)
  const text = groups.flatMap(({ items }) => items).join('\n')
  for (const fact of [/\b10 mil/i, /\b3 (years|Jahre|ans|anni)\b/, rates[language]])
    expect(text).toMatch(fact)
  expect(text).not.toContain('undefined')
})
