// Hands over mails to the product's own addresses, as the mail server of their domain does: by LMTP, from a queue.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'

/** What this host calls itself in the results that it writes, as a receiving host does (RFC 8601); see `INTAKE_TRUST`. */
export const HOST = 'inbox.firnwall.example'
const FIRST_WAIT = 500
const LONGEST_WAIT = 30_000

/** Whether the product made the address: at `@domain`, or behind the plus of `desk+@domain`. */
export function isSigned(address, base) {
  const [local, domain] = base.toLowerCase().split('@')
  const lower = address.toLowerCase()
  return lower.startsWith(local) && lower.endsWith(`@${domain}`)
}

/** Whether mail to the address comes to the product: one that it made, or the public one if it takes new inquiries by mail. */
export const isOurs = (address, { base, open }) => isSigned(address, base) || address.toLowerCase() === open

/** Of mails that came by SMTP only the product's own are proven: nobody else makes a return path at one of its addresses. */
function results({ envelope, from }, base) {
  const domain = from?.[0]?.address.split('@').pop()
  const isProven = domain && isSigned(envelope.from?.address || '', base)
  return `Authentication-Results: ${HOST}; ${isProven ? `dmarc=pass header.from=${domain}` : 'none'}\r\n`
}

/**
 * Delivers what arrives for an address of ours until the worker has it or refuses it. After a restart maildev reads its
 * folder again; the worker knows a mail that it has.
 */
export function forwardOurs(mails, folder, ways) {
  const { lmtp, base } = ways
  mails.on('new', async (mail) => {
    const { id, envelope } = mail
    // Of a mail from the folder maildev knows the headers only.
    const recipients = envelope.to || mail.to || []
    const ours = recipients.map(({ address }) => address).filter((address) => isOurs(address, ways))
    if (ours.length === 0) return
    const raw = await readFile(join(folder, `${id}.eml`)).catch(() => null)
    if (raw === null) return // deleted in the meantime
    const received = Buffer.concat([Buffer.from(results(mail, base)), raw])
    for (const to of ours) deliver(lmtp, { from: envelope.from?.address || '', to }, received, FIRST_WAIT)
  })
}

async function deliver(port, envelope, raw, wait) {
  try {
    const options = { host: '127.0.0.1', port, lmtp: true, ignoreTLS: true, name: 'inbox.example' }
    await nodemailer.createTransport(options).sendMail({ envelope, raw })
  } catch (error) {
    if (error.responseCode >= 500) return console.error(`the worker refuses a mail: ${error.responseCode}`)
    setTimeout(() => deliver(port, envelope, raw, Math.min(2 * wait, LONGEST_WAIT)), wait)
  }
}
