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
 * - Each of zod's own types and checks that is used adds to the script that the form waits for; a refinement and
 *   `custom` do not.
 * - Single-line fields refuse `\p{Cc}` (U+0000-U+001F, U+007F-U+009F) but TAB, which the server stores as a
 *   space, and the separators U+2028 and U+2029. The message refuses NUL alone, and blanks and control
 *   characters with no text among them: the server turns what a word processor leaves (VT, FF, U+0085, both separators) into line breaks, and any
 *   other control character but TAB into a space.
 * - A text that shows nothing (`\p{DI}` is Default_Ignorable_Code_Point) counts as missing.
 * - E-mail is a dot-atom (RFC 5322, section 3.2.3) without an encoded word, `@` and a domain, in Unicode or in A-labels.
 * - An empty or `null` optional field means "not given". Select values are compared as they are.
 */
import * as z from 'zod/mini'
import { fields, messages } from '#texts/contact'
import { refusals } from '#texts/refusals'
import { fieldLimits as limits } from '../../content/constants'
import type { SelectOption } from '../../content/types'

const SINGLE_LINE_REFUSED = /(?!\t)[\p{Cc}\u2028\u2029]|^[\s\p{DI}]+$/u
const MESSAGE_REFUSED = /\0|^[\s\p{Cc}\p{DI}]*$/u
/** Of the domain in A-labels: at least two labels of up to 63 (RFC 5891, section 4.2.3.1), no number at the end. */
const ADDRESS =
  /^(?!.*=\?.*\?=)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:(?!(?!xn)..--)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/

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

const phone = z.string(messages.phone.tooShort).check(
  z.trim(),
  z.refine((value) => value === '' || value.length >= limits.phoneMinimum, messages.phone.tooShort),
  z.refine((value) => !SINGLE_LINE_REFUSED.test(value), messages.phone.tooShort),
  atMost(limits.phone, refusals.phoneTooLong),
)

/**
 * The address with its domain in A-labels; '' if it has none. Only to judge it: a browser may map as IDNA 2003 did, so
 * what was typed is sent, and the server converts it.
 */
function inALabels(typed: string): string {
  const [, local = '', domain = ''] = /^([^@]*@)([^\0-,/:-@[-`{-\x7f]+)$/.exec(typed) ?? []
  try {
    return local + new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}

export const isAddress = (typed: string) => ADDRESS.test(inALabels(typed))

const email = z.string(messages.email.invalid).check(
  z.trim(),
  z.refine(isAddress, messages.email.invalid),
  z.refine((value) => inALabels(value).length <= limits.email, messages.email.tooLong),
  z.refine((value) => value.indexOf('@') <= 64, messages.email.invalid),
)

const isTeamSize = (count: unknown) =>
  Number.isInteger(count) &&
  Number(count) >= limits.consultantsMinimum &&
  Number(count) <= limits.consultantsMaximum

const isOneOf =
  ({ options }: { options: readonly SelectOption<string>[] }) =>
  (given: unknown) =>
    options.some(({ value }) => value === given)

const optionalChoice = (field: { options: readonly SelectOption<string>[] }) =>
  notGiven(z.custom((given) => given === '' || isOneOf(field)(given), refusals.choice))

const isTrue = (given: unknown) => given === true

export const inquirySchema = z.object({
  firstName: required(messages.firstName, limits.firstName),
  lastName: required(messages.lastName, limits.lastName),
  company: required(messages.company, limits.company),
  email,
  phone: notGiven(phone),
  country: optionalLine(limits.country, refusals.countryTooLong),
  contactReason: z.custom(isOneOf(fields.contactReason), messages.contactReason.required),
  program: optionalChoice(fields.program),
  desiredConsultants: notGiven(z.custom(isTeamSize, refusals.consultants)),
  message: required(messages.message, limits.message, MESSAGE_REFUSED),
  consent: z.custom(isTrue, messages.consent.required),
  gdprConsent: z.custom(isTrue, messages.gdprConsent.required),
})
