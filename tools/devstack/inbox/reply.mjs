// Answers a mail as its recipient's mail client does: to its Reply-To, in its thread, with the mail quoted below.
import nodemailer from 'nodemailer'
import { HOST, isSigned } from './forward.mjs'

/** Sends the answer and returns where it went and what the server said. */
export async function reply(mail, { text, files }, ports) {
  const from = mail.to[0]
  const to = (mail.replyTo?.[0] ?? mail.from[0]).address
  const isOurs = Boolean(ports.lmtp) && isSigned(to, ports.base)
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: isOurs ? ports.lmtp : ports.smtp,
    lmtp: isOurs,
    ignoreTLS: true,
    name: 'inbox.example',
  })
  const proof = isOurs && { 'Authentication-Results': `${HOST}; dmarc=pass header.from=${from.address.split('@').pop()}` }
  const references = [mail.headers.references, `<${mail.messageId}>`].flat().join(' ').split(/\s+/).filter(Boolean)
  const sent = await transport.sendMail({
    from: from.name ? { name: from.name, address: from.address } : from.address,
    to,
    subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
    inReplyTo: `<${mail.messageId}>`,
    references: [...new Set(references)],
    text: `${text}\n\n${quote(mail)}`,
    headers: proof || {},
    attachments: files.map(({ name, base64 }) => ({ filename: name, content: Buffer.from(base64, 'base64') })),
  })
  return { from: from.address, to, way: isOurs ? 'LMTP' : 'SMTP', response: sent.response }
}

function quote(mail) {
  const author = mail.from[0]
  const written = new Date(mail.date).toUTCString()
  const lines = (mail.text ?? '').trimEnd().split('\n')
  return [`On ${written}, ${author.name ?? ''} <${author.address}> wrote:`, ...lines.map((line) => `> ${line}`)].join('\n')
}
