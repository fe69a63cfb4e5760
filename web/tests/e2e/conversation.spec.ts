import { expect, test } from '@playwright/test'
import { addresses } from '../../src/content/addresses'
import { texts } from '../../src/content/all'
import { people } from '../../src/content/firm'
import { ContactPage } from './contact-page'
import { answer, inboxUrl, isTo, type Mail, mailsAbout } from './inbox'

test.skip(inboxUrl === undefined, 'needs a running stack: INBOX_URL names its inbox')

const consultant = `${people[0].id}@firnwall.example`

/** What the auto-reply says. The test run exports and erases the second visitor afterwards. */
const says = { en: 'Your reference', de: 'Ihre Referenz' }
/** What the notification adds for another language than the consultants'. */
const writes = /writes (German|French|Italian)/

for (const language of ['en', 'de'] as const)
  test(`visitor and consultant write to each other from the inbox, the form being in ${language}`, async ({
    page,
    request,
  }) => {
    test.slow()
    const visitor = `talk-${language}@visitor.example`
    const contact = new ContactPage(page, language)
    await page.goto(addresses[language].contact)
    await expect(contact.button).toBeEnabled({ timeout: 15_000 })
    await contact.fill({ email: visitor, message: 'We need a purple team.' })
    // A form that is sent within three seconds is held as a program's.
    await page.waitForTimeout(3_000)
    await contact.button.click()
    await expect(contact.success).toContainText(texts[language].toasts.success)
    const reference = await contact.reference.innerText()

    const mail = async (found: (mail: Mail) => boolean) => {
      const first = async () => (await mailsAbout(request, reference)).find(found)
      await expect.poll(first, { timeout: 60_000 }).toBeTruthy()
      return (await first()) as Mail
    }
    const autoReply = await mail(isTo(visitor))
    expect(autoReply.text).toContain(says[language])
    const notification = await mail(isTo(consultant))
    if (language === 'en') expect(notification.text).not.toMatch(writes)
    else expect(notification.text).toContain('writes German')
    expect(autoReply.replyTo?.[0]?.address).toMatch(/^r1-.+@reply\.firnwall\.example$/)

    const text = 'Could you start in January?\nOur budget is fixed.'
    const said = await answer(page, autoReply, text, { name: 'scope.txt', text: 'Two sites.\n' })
    await expect(said).toHaveText('Sent by LMTP: 250 2.0.0 stored')
    const relayed = await mail((mail) => isTo(consultant)(mail) && mail.messageId !== notification.messageId)
    expect(relayed.subject).toBe(notification.subject)
    expect(relayed.inReplyTo).toContain(notification.messageId)
    expect(relayed.text).toContain('> Could you start in January?\n> Our budget is fixed.\n')
    expect(relayed.text, 'the quoted mail is not relayed').not.toContain('wrote:')
    expect(relayed.text).toContain('scope.txt')

    await expect(await answer(page, relayed, 'Yes, on the 11th.')).toHaveText(
      'Sent by LMTP: 250 2.0.0 stored',
    )
    const answered = await mail((mail) => isTo(visitor)(mail) && mail.messageId !== autoReply.messageId)
    expect(answered.subject).toBe(`Re: ${autoReply.subject}`)
    expect(answered.replyTo?.[0]?.address).toBe(autoReply.replyTo?.[0]?.address)
    expect(answered.text).toMatch(/^Yes, on the 11th\.\n/)
    expect(answered.text, 'nothing of ours').not.toMatch(/wrote:|Answer due|Will be deleted/)
    expect(answered.text).not.toContain(consultant)
    expect(answered.references).not.toContain(notification.messageId)

    await expect(await answer(page, answered, 'Then see you on the 11th.')).toContainText('Sent by LMTP: 250')
    const thanks = await mail(
      (mail) => isTo(consultant)(mail) && (mail.text ?? '').includes('see you on the 11th'),
    )
    await expect(await answer(page, thanks, '#close')).toContainText('Sent by LMTP: 250')
    const receipt = await mail(
      (mail) => isTo(consultant)(mail) && (mail.text ?? '').includes('The inquiry is closed.'),
    )
    expect(receipt.subject).toBe(notification.subject)
    expect(receipt.replyTo?.[0]?.address, 'no way to the visitor').toMatch(/^i1-.+@reply\.firnwall\.example$/)
  })
