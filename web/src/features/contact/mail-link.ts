import type { InquiryValues } from './inquiry'
import { wellFormed } from './well-formed'

export interface MailLinkTexts {
  subject: string
  labels: Partial<Record<keyof InquiryValues, string>>
}

/**
 * A `mailto:` link (RFC 6068) that carries the typed values, for visitors whose browser cannot pass the bot
 * check. The message comes first and is followed by a line for every other field that was filled in.
 */
export function mailLink(address: string, values: Partial<InquiryValues>, texts: MailLinkTexts): string {
  const lines: string[] = []
  for (const [name, label] of Object.entries(texts.labels)) {
    const value = values[name as keyof InquiryValues]
    if (value !== undefined && String(value).trim()) lines.push(`${label}: ${String(value).trim()}`)
  }
  const message = values.message?.trim() ?? ''
  const body = [message, lines.join('\n')].filter(Boolean).join('\n\n')
  const query = [['subject', texts.subject], ...(body ? [['body', body]] : [])]
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?${query
    .map(([key, value]) => `${key}=${encode(value ?? '')}`)
    .join('&')}`
}

/** RFC 6068, section 5: line breaks in a body are written as %0D%0A. */
function encode(text: string): string {
  return encodeURIComponent(wellFormed(text).replace(/\r\n|\r|\n/g, '\r\n'))
}
