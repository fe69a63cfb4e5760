import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FIELD_ORDER } from './inquiry'
import { inquirySchema } from './schema'

interface Corpus {
  valid: Record<string, unknown>
  cases: {
    name: string
    set?: Record<string, unknown>
    unset?: string[]
    fields: Record<string, string>
  }[]
}

const corpus: Corpus = JSON.parse(
  readFileSync(`${process.cwd()}/../api/tests/fixtures/field-rules.json`, 'utf8'),
)

/** The `fields` map of a 422 answer: the first message of every field that breaks a rule. */
function refusedFields(payload: unknown): Record<string, string> {
  const result = inquirySchema.safeParse(payload)
  const fields: Record<string, string> = {}
  for (const issue of result.error?.issues ?? []) fields[String(issue.path[0])] ??= issue.message
  return fields
}

describe('the field rules shared with the server', () => {
  it.each(corpus.cases.map((entry) => [entry.name, entry] as const))('%s', (_, entry) => {
    const payload = { ...corpus.valid, ...entry.set }
    for (const name of entry.unset ?? []) delete payload[name]
    expect(refusedFields(payload)).toEqual(entry.fields)
  })

  it('covers every field with at least one refusal', () => {
    const refused = new Set(corpus.cases.flatMap((entry) => Object.keys(entry.fields)))
    expect([...refused].sort()).toEqual([...FIELD_ORDER].sort())
  })
})

describe('the output of the schema', () => {
  it('trims every text and drops unknown fields', () => {
    const parsed = inquirySchema.parse({ ...corpus.valid, firstName: '  Canary\u00a0', role: 'admin' })
    expect(parsed.firstName).toBe('Canary')
    expect(parsed).not.toHaveProperty('role')
  })
})
