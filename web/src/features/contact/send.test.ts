import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EMPTY_INQUIRY, type InquiryValues } from './inquiry'
import { SEND_TIMEOUT_MS, sendInquiry } from './send'

const VALUES: InquiryValues = {
  ...EMPTY_INQUIRY,
  firstName: 'Canary',
  lastName: 'Testfall',
  company: 'Probe AG',
  email: 'canary@firnwall.example',
  contactReason: 'devsecops',
  message: 'one\ntwo',
  consent: true,
  gdprConsent: true,
}

const SIGNS = { elapsedMs: 61_000 }

const fetchMock = vi.fn<typeof fetch>()
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset()
  logged.mockClear()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function answer(status: number, body: unknown) {
  fetchMock.mockResolvedValue(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  )
}

function sentBody() {
  return JSON.parse(String(fetchMock.mock.calls[0]?.[1]?.body))
}

it('returns by when the answer is due, if the server says so in words that are a time', async () => {
  const due = async (answerDue: unknown) => {
    answer(201, { reference: 'FW-0000-0000', answerDue })
    const result = await sendInquiry(VALUES, 'token', 'key', SIGNS)
    return result.ok && result.answerDue?.toISOString()
  }
  expect(await due('2026-11-25T18:00:00+01:00')).toBe('2026-11-25T17:00:00.000Z')
  expect([await due('soon'), await due(17), await due(null)]).toEqual([undefined, undefined, undefined])
})

it('posts JSON with the token and the key and returns the reference', async () => {
  answer(201, { reference: 'FW-0000-0000' })
  await expect(sendInquiry(VALUES, 'token', 'key', SIGNS)).resolves.toEqual({
    ok: true,
    reference: 'FW-0000-0000',
  })
  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect(url).toBe('/api/send-email')
  expect(init?.method).toBe('POST')
  expect(init?.headers).toEqual({ 'Content-Type': 'application/json', 'Idempotency-Key': 'key' })
  expect(sentBody()).toEqual({
    firstName: 'Canary',
    lastName: 'Testfall',
    company: 'Probe AG',
    email: 'canary@firnwall.example',
    contactReason: 'devsecops',
    message: 'one\ntwo',
    consent: true,
    gdprConsent: true,
    elapsedMs: 61_000,
    turnstileToken: 'token',
    textsVersion: expect.stringMatching(/^[0-9a-f]{8}$/),
  })
})

it('trims, sends given optional fields and replaces lone surrogates', async () => {
  answer(200, {})
  const values = { ...VALUES, firstName: ' Ca\ud83d ', phone: ' 12345 ', desiredConsultants: 3 }
  await sendInquiry(values, 'token', 'key', SIGNS)
  expect(sentBody()).toMatchObject({ firstName: 'Ca\ufffd', phone: '12345', desiredConsultants: 3 })
  expect(String(fetchMock.mock.calls[0]?.[1]?.body)).not.toMatch(/\\ud[89ab]/i)
})

it('sends what a program has entered into the decoy', async () => {
  answer(200, {})
  await sendInquiry(VALUES, 'token', 'key', { ...SIGNS, decoy: 'Cheap links' })
  expect(sentBody()).toMatchObject({ decoy: 'Cheap links', elapsedMs: 61_000 })
})

it('counts an unreadable body of a 201 as a success', async () => {
  answer(201, 'no json')
  await expect(sendInquiry(VALUES, 'token', 'key', SIGNS)).resolves.toEqual({
    ok: true,
    reference: undefined,
  })
})

it('does not take the page of a proxy for a receipt', async () => {
  for (const body of ['<html>We are back soon.</html>', {}, { reference: 7 }]) {
    answer(200, body)
    await expect(sendInquiry(VALUES, 'token', 'key', SIGNS)).resolves.toEqual({ ok: false, fields: {} })
  }
  expect(fetchMock.mock.calls[0]?.[1]?.redirect).toBe('error')
  answer(200, { reference: 'FW-0000-0000' })
  await expect(sendInquiry(VALUES, 'token', 'key', SIGNS)).resolves.toMatchObject({ ok: true })
})

it('hands on the field messages of a 422 answer, for known fields only', async () => {
  answer(422, {
    error: 'the inquiry breaks field rules',
    code: 'validation_failed',
    fields: { email: 'Invalid email address', turnstileToken: 'x', constructor: 'y', phone: 7 },
  })
  await expect(sendInquiry(VALUES, 'token', 'key', SIGNS)).resolves.toEqual({
    ok: false,
    fields: { email: 'Invalid email address' },
  })
})

it.each([400, 403, 413, 415, 429, 500, 503])(
  'answers %i with a failure and logs the sentence',
  async (status) => {
    answer(status, { error: 'the sentence', code: 'some_code', fields: { email: 'not read' } })
    await expect(sendInquiry(VALUES, 'token', 'key', SIGNS)).resolves.toEqual({ ok: false, fields: {} })
    expect(logged.mock.calls).toEqual([['the sentence']])
  },
)

it.each(['<html>', 'null', '[]', '{"error":{"stack":"x"}}'])(
  'logs nothing when a failure answers %s',
  async (body) => {
    answer(502, body)
    await expect(sendInquiry(VALUES, 'token', 'key', SIGNS)).resolves.toEqual({ ok: false, fields: {} })
    expect(logged).not.toHaveBeenCalled()
  },
)

it('fails when the network does', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(sendInquiry(VALUES, 'token', 'key', SIGNS)).resolves.toEqual({ ok: false, fields: {} })
})

it('gives up after its time limit', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  answer(201, {})
  await sendInquiry(VALUES, 'token', 'key', SIGNS)
  expect(timeout).toHaveBeenCalledWith(SEND_TIMEOUT_MS)
  expect(fetchMock.mock.calls[0]?.[1]?.signal).toBe(timeout.mock.results[0]?.value)
})
