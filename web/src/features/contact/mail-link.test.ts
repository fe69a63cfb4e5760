import { expect, it } from 'vitest'
import { inquiryText, MAX_LINK_LENGTH, mailLink } from './mail-link'

const ADDRESS = 'contact@firnwall.example'
const SUBJECT = 'Inquiry & more'
const bodyOf = (text: string) => new URL(mailLink(ADDRESS, SUBJECT, text)).searchParams.get('body')

it('carries every field that was filled in, then the message', () => {
  const text = inquiryText({ firstName: ' Canary ', desiredConsultants: 3, message: 'one\ntwo' })
  const url = new URL(mailLink(ADDRESS, SUBJECT, text))
  expect(url.protocol + url.pathname).toBe('mailto:contact@firnwall.example')
  expect(url.searchParams.get('subject')).toBe('Inquiry & more')
  expect(url.searchParams.get('body')).toBe('First name: Canary\r\nConsultants: 3\r\n\r\none\r\ntwo')
})

it('names the choices as the form does', () => {
  expect(inquiryText({ contactReason: 'devsecops', program: 'edr-implementation' })).toBe(
    'Reason for contact: DevSecOps and SDLC\nProgram: EDR/XDR implementation',
  )
})

it('has no body when nothing was typed', () => {
  expect(mailLink(ADDRESS, SUBJECT, inquiryText({ firstName: '  ', message: '' }))).toBe(
    'mailto:contact@firnwall.example?subject=Inquiry%20%26%20more',
  )
})

it('lets no typed text add a header', () => {
  const link = mailLink(ADDRESS, SUBJECT, 'x&cc=other@firnwall.example\r\nBcc: y?to=z#f')
  expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body'])
  expect(new URL(link).hash).toBe('')
})

it('survives a cut-off emoji and writes every line break as CR LF', () => {
  expect(bodyOf('a\ud83d\rb\r\nc')).toBe('a\ufffd\r\nb\r\nc')
  expect(mailLink(ADDRESS, SUBJECT, 'a\nb')).toContain('%0D%0A')
})

it.each(['a', 'é', '🐿', '\n'])('shortens a long text of %j so that the link stays short enough', (unit) => {
  const link = mailLink(ADDRESS, SUBJECT, `x${unit.repeat(2000)}`)
  expect(link.length).toBeLessThanOrEqual(MAX_LINK_LENGTH)
  expect(link.length).toBeGreaterThan(MAX_LINK_LENGTH - 40)
  expect(new URL(link).searchParams.get('body')).toMatch(/^x.*\r\n\[…\]$/s)
})

it('leaves a text that fits as it is', () => {
  expect(bodyOf('a'.repeat(1000))).toBe('a'.repeat(1000))
})
