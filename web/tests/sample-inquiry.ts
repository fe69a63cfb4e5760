import { readFileSync } from 'node:fs'
import type { EMPTY_INQUIRY } from '../src/features/contact/inquiry'

const rules = new URL('../../api/tests/fixtures/field-rules.json', import.meta.url)

/** The one sample inquiry: what a visitor enters, in every field. */
export const sample: Record<keyof typeof EMPTY_INQUIRY, unknown> = JSON.parse(
  readFileSync(rules, 'utf8'),
).valid
