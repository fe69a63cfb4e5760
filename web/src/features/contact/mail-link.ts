import { fields } from '#texts/contact'
import type { FieldText } from '../../content/types'
import type { InquiryValues } from './inquiry'
import { wellFormed } from './well-formed'

/** Windows hands no longer address to a mail program. */
export const MAX_LINK_LENGTH = 1_900

const CUT = '\n[…]'

/** What was typed, in the words of the form: a line for every field that was filled in, then the message. */
export function inquiryText(values: Partial<InquiryValues>): string {
  const lines = Object.entries<FieldText>(fields).flatMap(([name, { label, options }]) => {
    const value = String(values[name as keyof InquiryValues] ?? '').trim()
    if (!value || name === 'message') return []
    const option = options?.find((candidate) => candidate.value === value)
    return `${label}: ${option?.label ?? value}`
  })
  return [lines.join('\n'), values.message?.trim()].filter(Boolean).join('\n\n')
}

/** A `mailto:` link (RFC 6068) that carries a text, shortened where the link would become too long. */
export function mailLink(address: string, subject: string, text: string): string {
  const start = `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encode(subject)}`
  return text ? `${start}&body=${encodeUpTo(MAX_LINK_LENGTH - start.length - '&body='.length, text)}` : start
}

function encodeUpTo(room: number, text: string): string {
  let encoded = encode(text)
  for (let length = text.length; encoded.length > room; ) {
    length = Math.floor((length * room) / encoded.length)
    encoded = encode(text.slice(0, length) + CUT)
  }
  return encoded
}

/** RFC 6068, section 5: line breaks in a body are written as %0D%0A. */
function encode(text: string): string {
  return encodeURIComponent(wellFormed(text).replace(/\r\n|\r|\n/g, '\r\n'))
}
