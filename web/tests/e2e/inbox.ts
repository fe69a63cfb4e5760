import type { APIRequestContext, Page } from '@playwright/test'

/** A mail as maildev's `GET /email` lists it. */
export interface Mail {
  id: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  messageId: string
  inReplyTo?: string[]
  references?: string[]
  from: { address: string }[]
  to: { address: string }[]
  replyTo?: { address: string }[]
}

/** The stack's inbox, or nothing if the site is served alone. */
export const inboxUrl = process.env.INBOX_URL

/** The mails about an inquiry, the oldest first. */
export async function mailsAbout(request: APIRequestContext, reference: string): Promise<Mail[]> {
  const all: Mail[] = await (await request.get(`${inboxUrl}/email`)).json()
  return all.filter((mail) => mail.subject.includes(reference))
}

export const isTo = (address: string) => (mail: Mail) => mail.to.some((to) => to.address === address)

/** Answers a mail on the inbox's own page. Returns what the server says. */
export async function answer(page: Page, mail: Mail, text: string, file?: { name: string; text: string }) {
  await page.goto(`${inboxUrl}/#/email/${mail.id}`)
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Your answer').fill(text)
  if (file) {
    const buffer = Buffer.from(file.text)
    await page.getByLabel('Attachments').setInputFiles({ name: file.name, mimeType: 'text/plain', buffer })
  }
  await page.getByRole('button', { name: 'Send' }).click()
  return page.getByRole('status')
}
