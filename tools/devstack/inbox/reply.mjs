// Writes a mail as a person's mail client does; an answer to its Reply-To, in its thread, with the mail quoted below.
import nodemailer from 'nodemailer'
import { HOST, isOurs } from './forward.mjs'

/** Sends the answer and returns where it went and what the server said. */
export function reply(mail, { text, files }, ways) {
  const [{ name, address }] = mail.to
  const references = [mail.headers.references, `<${mail.messageId}>`].flat().join(' ').split(/\s+/).filter(Boolean)
  const answer = {
    from: name ? { name, address } : address,
    to: (mail.replyTo?.[0] ?? mail.from[0]).address,
    subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
    inReplyTo: `<${mail.messageId}>`,
    references: [...new Set(references)],
    text: `${text}\n\n${quote(mail)}`,
  }
  return write({ ...answer, files }, ways)
}

/** Sends a mail. Its sender is proven if it comes to the product. */
export async function write({ files = [], ...mail }, ways) {
  const { from, to } = mail
  const address = from.address ?? from
  const ours = Boolean(ways.lmtp) && isOurs(to, ways)
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: ours ? ways.lmtp : ways.smtp,
    lmtp: ours,
    ignoreTLS: true,
    name: 'inbox.example',
  })
  const sent = await transport.sendMail({
    ...mail,
    headers: ours ? { 'Authentication-Results': `${HOST}; dmarc=pass header.from=${address.split('@').pop()}` } : {},
    attachments: files.map(({ name, base64 }) => ({ filename: name, content: Buffer.from(base64, 'base64') })),
  })
  return { from: address, to, way: ours ? 'LMTP' : 'SMTP', response: sent.response }
}

function quote(mail) {
  const author = mail.from[0]
  const written = new Date(mail.date).toUTCString()
  const lines = (mail.text ?? '').trimEnd().split('\n')
  return [`On ${written}, ${author.name ?? ''} <${author.address}> wrote:`, ...lines.map((line) => `> ${line}`)].join('\n')
}
