import { createHash } from 'node:crypto'

/** SHA-256 in hexadecimal digits. */
export const digestOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Of an address that names its content, so that browsers may keep it for ever. */
export const addressDigest = (content: string | Uint8Array) => digestOf(content).slice(0, 8)
