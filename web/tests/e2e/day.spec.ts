import { expect, test } from '@playwright/test'
import { addresses } from '../../src/content/addresses'
import { people } from '../../src/content/firm'
import { ContactPage } from './contact-page'
import { answer, inboxUrl, isTo, type Mail } from './inbox'

test.skip(inboxUrl === undefined, 'needs a running stack: INBOX_URL names its inbox')

const addressOf = ({ id }: { id: string }) => `${id}@firnwall.example`
const [lead, second, third] = [addressOf(people[0]), addressOf(people[1]), addressOf(people[2])] as const
const visitor = 'day@visitor.example'
const desk = 'contact@firnwall.example'
const stored = 'Sent by LMTP: 250 2.0.0 stored'

test('three consultants live a day in their mailboxes', async ({ page, request }) => {
  test.setTimeout(600_000)
  const all = async (): Promise<Mail[]> => (await request.get(`${inboxUrl}/email`)).json()
  const seen = new Set((await all()).map(({ id }) => id))
  /** The next mail to somebody with these words. */
  const gets = async (who: string, words: string): Promise<Mail> => {
    const said = ({ from, subject, text }: Mail) =>
      [JSON.stringify(from), subject, text].join(' ').replace(/\s+/g, ' ')
    const find = async () =>
      (await all()).find((mail) => !seen.has(mail.id) && isTo(who)(mail) && said(mail).includes(words))
    // Twice a minute a search is answered.
    await expect.poll(find, { message: `${who} gets "${words}"`, timeout: 90_000 }).toBeTruthy()
    const mail = (await find()) as Mail
    seen.add(mail.id)
    return mail
  }
  const replies = async (mail: Mail, text: string) => {
    await page.goto(`${inboxUrl}/mailboxes`)
    await expect(await answer(page, mail, text)).toHaveText(stored)
  }
  const writes = async (from: string, to: string, subject: string, text: string) => {
    await page.goto(`${inboxUrl}/mailboxes`)
    for (const [label, value] of Object.entries({ From: from, To: to, Subject: subject, Text: text }))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('status')).toHaveText(stored)
  }
  const asks = async (message: string) => {
    const contact = new ContactPage(page, 'en')
    await page.goto(addresses.en.contact)
    await expect(contact.button).toBeEnabled({ timeout: 15_000 })
    await contact.fill({ email: visitor, message })
    // A form that is sent within three seconds is held as a program's.
    await page.waitForTimeout(3_000)
    await contact.button.click()
    await expect(contact.success).toBeVisible()
    return contact.reference.innerText()
  }

  const reference = await asks('We need a purple team.')
  const notified = await gets(second, reference)
  await gets(third, reference)
  await gets(lead, reference)
  await page.goto(`${inboxUrl}/mailboxes`)
  const box = page.getByRole('group').filter({ hasText: second })
  await expect(box.getByRole('link').filter({ hasText: reference }), 'the folder shows it').toHaveCount(1)

  await replies(notified, '#claim')
  await gets(second, 'You answer this inquiry.')
  await gets(third, 'has claimed this inquiry')

  await replies(notified, 'May I call you on Monday?\n\n#wait 5d')
  await gets(second, 'Your answer is sent.')
  const asked = await gets(visitor, 'May I call you on Monday?')

  await replies(asked, 'Monday suits us. Who calls?')
  const returned = await gets(second, 'Monday suits us. Who calls?')

  await replies(returned, `#assign ${lead}`)
  const assigned = await gets(lead, 'You answer this inquiry now.')
  expect(assigned.text).toContain('Monday suits us. Who calls?')

  // The other one's answer is a minute old.
  await replies(assigned, 'I do, at nine.')
  await replies(await gets(lead, 'a colleague has answered'), '#send\n#close')
  await gets(lead, 'The inquiry is closed.')
  const closed = await gets(visitor, 'I do, at nine.')

  await replies(closed, 'Could our plant in Basel take part?')
  const again = await gets(lead, 'It is open again')
  expect(again.text).toContain('Could our plant in Basel take part?')

  // From a colleague's phone call, another inquiry of the same person.
  await writes(second, desk, 'A call', `#new\n\nDay\n${visitor}\n\nThe plant in Basel asks for an offer.`)
  const called = await gets(lead, 'asks for an offer')
  const other = /FW-\w{4}-\w{4}/.exec(called.subject)?.[0]
  expect(other).not.toBe(reference)
  await replies(called, `#merge ${reference}`)
  await gets(lead, `This inquiry is merged into ${reference}.`)

  await replies(again, '#history')
  const history = await gets(lead, `the conversation of ${reference}`)
  for (const words of ['We need a purple team.', 'May I call you on Monday?', 'asks for an offer'])
    expect(history.text).toContain(words)

  await writes(lead, desk, 'Find', '#find basel')
  expect((await gets(lead, 'basel')).text).toContain(other)

  await replies(again, '#to day.deputy@visitor.example')
  await replies(await gets(lead, 'day.deputy@visitor.example'), '#send')
  await gets(lead, 'Answers go to another address')
  await replies(again, 'Gladly. The offer follows.')
  await gets('day.deputy@visitor.example', 'The offer follows.')

  await replies(again, '#away 5d')
  await gets(lead, 'You are away')
  await replies(again, '#back')
  await gets(lead, 'back')
  await replies(again, '#status')
  await gets(lead, 'You answer this inquiry.')
  await replies(again, '#help')
  expect((await gets(lead, '#help')).text).toContain('#merge')
})
