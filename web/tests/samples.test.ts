import { expect, test } from 'vitest'
import { files } from '../src/content/changed-files'
import { documentOf, fileOf } from './site'

const sampleOn = (path: string) => documentOf(fileOf(path)).querySelector('figure.sample')

test('the page that promises a coverage map shows one, marked as a sample', () => {
  const sample = sampleOn('/services/threat-detection-response')
  expect(sample?.querySelector('figcaption')?.textContent).toBe('Sample')
  const rows = [...(sample?.querySelectorAll('tbody tr') ?? [])]
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect(row.querySelector('th')?.textContent).toMatch(/T1\d{3}(\.\d{3})?, /)
})

test('the page that promises policies as code shows a change of one, marked as a sample', () => {
  const sample = sampleOn('/services/cloud-security')
  expect(sample?.querySelector('figcaption')?.textContent).toBe('Sample')
  expect(sample?.querySelectorAll('del').length).toBeGreaterThan(0)
  expect(sample?.querySelectorAll('ins').length).toBeGreaterThan(0)
})

test.each(files)('$name is valid JSON before and after the change', ({ lines }) => {
  const without = (change: string) => lines.filter(([kind]) => kind !== change).map(([, , text]) => text)
  expect(() => JSON.parse(without('remove').join(''))).not.toThrow()
  const before = without('add').join('')
  if (before) expect(() => JSON.parse(before)).not.toThrow()
})
