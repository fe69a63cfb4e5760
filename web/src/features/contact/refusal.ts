import { messages } from '#texts/contact'
import { refusals } from '#texts/refusals'
import type { FieldName } from './inquiry'

type Kind = 'required' | 'invalid' | 'tooLong' | 'tooShort'

/** The server words its refusals in English, as the specification does; the page in its own language. */
export function wordedRefusal(name: FieldName, message: string, language: string = __LANGUAGE__): string {
  if (language === 'en') return message
  if (message.includes('out of date')) return refusals.outOfDate
  const known: Partial<Record<string, Partial<Record<Kind, string>>>> = messages
  const kinds = known[name] ?? {}
  if (message.includes('less than')) return kinds.tooLong ?? refusals.unclear
  return kinds.tooShort ?? kinds.required ?? kinds.invalid ?? refusals.unclear
}
