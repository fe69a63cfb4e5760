import { expect, it } from 'vitest'
import { mailLink } from './mail-link'

const TEXTS = {
  subject: 'Inquiry & more',
  labels: { firstName: 'First name', desiredConsultants: 'Consultants' },
}
const ADDRESS = 'contact@firnwall.example'

it('carries the message and every field that was filled in', () => {
  const url = new URL(
    mailLink(ADDRESS, { firstName: ' Canary ', desiredConsultants: 3, message: 'one\ntwo' }, TEXTS),
  )
  expect(url.protocol + url.pathname).toBe('mailto:contact@firnwall.example')
  expect(url.searchParams.get('subject')).toBe('Inquiry & more')
  expect(url.searchParams.get('body')).toBe('one\r\ntwo\r\n\r\nFirst name: Canary\r\nConsultants: 3')
})

it('has no body when nothing was typed', () => {
  expect(mailLink(ADDRESS, { firstName: '  ', message: '' }, TEXTS)).toBe(
    'mailto:contact@firnwall.example?subject=Inquiry%20%26%20more',
  )
})

it('lets no typed text add a header', () => {
  const link = mailLink(ADDRESS, { message: 'x&cc=other@firnwall.example\r\nBcc: y?to=z#f' }, TEXTS)
  expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body'])
  expect(new URL(link).hash).toBe('')
})

it('survives a cut-off emoji and writes every line break as CR LF', () => {
  const link = mailLink(ADDRESS, { message: 'a\ud83d\rb\r\nc' }, TEXTS)
  expect(new URL(link).searchParams.get('body')).toBe('a\ufffd\r\nb\r\nc')
  expect(link).toContain('%0D%0A')
})
