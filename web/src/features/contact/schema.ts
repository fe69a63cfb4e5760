/**
 * The rules of section 5, word for word. The server applies the same ones; both read
 * `api/tests/fixtures/field-rules.json`, so that neither side can drift.
 *
 * Order within a field: type, trim, first message (missing or control character), then length.
 *
 * - Trim removes what `String.prototype.trim` removes: TAB, LF, VT, FF, CR, space, U+00A0, U+1680,
 *   U+2000-U+200A, U+2028, U+2029, U+202F, U+205F, U+3000 and U+FEFF. U+0085 is not among them.
 * - Length is counted in UTF-16 code units after trimming; "max N" allows N itself. zod's own
 *   `maxLength` counts code points, hence `atMost`.
 * - Each of zod's own checks that is used adds to the script that the form waits for; a refinement does not.
 * - Single-line fields refuse `\p{Cc}` (U+0000-U+001F, U+007F-U+009F) and the separators U+2028 and
 *   U+2029. The message refuses NUL alone, and blanks and control characters with no text among them: the
 *   server turns what a word processor leaves (VT, FF, U+0085, both separators) into line breaks, and any
 *   other control character but TAB into a space.
 * - A text that shows nothing (`\p{DI}` is Default_Ignorable_Code_Point) counts as missing.
 * - E-mail is zod's default pattern, which needs no look-around, and top-level domains with `xn--`.
 * - An empty or `null` optional field means "not given". Select values are compared as they are.
 */
import * as z from 'zod/mini'
import { fieldLimits as limits } from '../../content/constants'
import { fields, messages } from '../../content/contact'
import type { SelectOption } from '../../content/types'

const SINGLE_LINE_REFUSED = /[\p{Cc}\u2028\u2029]|^[\s\p{DI}]+$/u
const MESSAGE_REFUSED = /\0|^[\s\p{Cc}\p{DI}]*$/u
const EMAIL =
  /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z\d-]+)$/

function atMost(max: number, message: string) {
  return z.refine<string>((value) => value.length <= max, message)
}

interface Texts {
  required: string
  tooLong: string
}

function required(texts: Texts, max: number, refused = SINGLE_LINE_REFUSED) {
  return z.string(texts.required).check(
    z.trim(),
    z.refine((value) => value !== '' && !refused.test(value), texts.required),
    atMost(max, texts.tooLong),
  )
}

function notGiven<T extends z.ZodMiniType>(schema: T) {
  return z.optional(z.nullable(schema))
}

function optionalLine(max: number, message: string) {
  return notGiven(
    z.string(message).check(
      z.trim(),
      z.refine((value) => !SINGLE_LINE_REFUSED.test(value), message),
      atMost(max, message),
    ),
  )
}

/** Refusals for which section 5 has no text. */
const PHONE_TOO_LONG = `Phone number must be less than ${limits.phone} characters`
const COUNTRY = `Country must be less than ${limits.country} characters`
const PROGRAM = 'Please select a program from the list'
const CONSULTANTS = `Number of consultants must be between ${limits.consultantsMinimum} and ${limits.consultantsMaximum}`

const phone = z.string(messages.phone.tooShort).check(
  z.trim(),
  z.refine((value) => value === '' || value.length >= limits.phoneMinimum, messages.phone.tooShort),
  z.refine((value) => !SINGLE_LINE_REFUSED.test(value), messages.phone.tooShort),
  atMost(limits.phone, PHONE_TOO_LONG),
)

/** Whether the browser knows the names behind labels with `xn--` (RFC 5890, section 2.3.2.1). Without `URL.canParse`, the server decides. */
function knowsALabels(domain: string): boolean {
  return !/(^|\.)xn--/i.test(domain) || (URL.canParse?.(`http://${domain}`) ?? true)
}

/** What no mail can be sent to although the pattern takes it (RFC 5321, section 4.5.3.1; RFC 5891, section 4.2.3.1). */
function isMailable(address: string): boolean {
  const [local = '', domain = ''] = address.split('@')
  const isLabel = (label: string) =>
    label.length <= 63 && !label.endsWith('-') && (!/^..--/.test(label) || /^xn/i.test(label))
  return local.length <= 64 && domain.split('.').every(isLabel) && knowsALabels(domain)
}

const email = z.string(messages.email.invalid).check(
  z.trim(),
  z.refine((value) => EMAIL.test(value), messages.email.invalid),
  atMost(limits.email, messages.email.tooLong),
  z.refine(isMailable, messages.email.invalid),
)

function isTeamSize(count: number): boolean {
  return Number.isInteger(count) && count >= limits.consultantsMinimum && count <= limits.consultantsMaximum
}

const consultants = z.number(CONSULTANTS).check(z.refine(isTeamSize, CONSULTANTS))

const values = <Value extends string>({ options }: { options: readonly SelectOption<Value>[] }) =>
  options.map(({ value }) => value)

export const inquirySchema = z.object({
  firstName: required(messages.firstName, limits.firstName),
  lastName: required(messages.lastName, limits.lastName),
  company: required(messages.company, limits.company),
  email,
  phone: notGiven(phone),
  country: optionalLine(limits.country, COUNTRY),
  contactReason: z.enum(values(fields.contactReason), messages.contactReason.required),
  program: notGiven(z.enum(['', ...values(fields.program)], PROGRAM)),
  desiredConsultants: notGiven(consultants),
  message: required(messages.message, limits.message, MESSAGE_REFUSED),
  consent: z.literal(true, messages.consent.required),
  gdprConsent: z.literal(true, messages.gdprConsent.required),
})
