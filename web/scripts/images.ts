import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { fromRoot } from './paths'
import { typefaceFile, typefaceName } from './typeface'

const module = fromRoot('node_modules/@resvg/resvg-wasm/index_bg.wasm')

let started: Promise<Uint8Array> | undefined

/** Starts the renderer once. The typeface comes from a package, so that every machine draws the same picture. */
const start = () => {
  started ??= readFile(module)
    .then((bytes) => initWasm(bytes))
    .then(() => readFile(typefaceFile))
  return started
}

export async function renderPng(svg: string, width: number): Promise<Buffer> {
  const typeface = await start()
  const resvg = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { fontBuffers: [typeface], loadSystemFonts: false, defaultFontFamily: typefaceName },
  })
  return Buffer.from(resvg.render().asPng())
}

/** An .ico file that contains one PNG, for browsers that request /favicon.ico unasked. */
export function icoFromPng(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Estimates 0.56 em a character, which is accurate enough to break a heading into lines. */
function lines(text: string, perLine: number): string[] {
  const out: string[] = []
  for (const word of text.split(' ')) {
    const last = out.at(-1)
    if (last !== undefined && last.length + word.length < perLine) out[out.length - 1] = `${last} ${word}`
    else out.push(word)
  }
  return out
}

const ridge =
  'M0 544 110 511 182 525 316 454 384 483 472 430 544 477 626 460 734 532 830 479 892 500 1018 400 1108 485 1166 461 1200 489'

export function sharePicture({
  heading,
  name,
  tagline,
}: {
  heading: string
  name: string
  tagline: string
}): string {
  const sentences = heading.split(/(?<=\.) /)
  const rows = sentences.length > 1 ? sentences : lines(heading, 24)
  const size = rows.length > 3 ? 68 : 84
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="${typefaceName}">
<path fill="#fff" d="M0 0h1200v630H0z"/>
<path stroke="#d5dce3" fill="none" d="M100 0v630M200 0v630M300 0v630M400 0v630M500 0v630M600 0v630M700 0v630M800 0v630M900 0v630M1000 0v630M1100 0v630"/>
<path fill="#dcebf4" d="${ridge}V630H0z"/><path fill="none" stroke="#0b1220" stroke-width="3" d="${ridge}"/>
<path fill="#c8102e" d="M60 60h64v64H60z"/><path fill="none" stroke="#fff" stroke-width="5" d="M68 94l14-18 10 12 8-10 16 16M68 105h48M68 114h48"/>
<text x="146" y="105" font-size="36" font-weight="700" fill="#0b1220">${escapeXml(name)}</text>
${rows.map((row, index) => `<text x="60" y="${220 + index * size * 1.05}" font-size="${size}" font-weight="700" letter-spacing="-3" fill="#0b1220">${escapeXml(row)}</text>`).join('')}
<text x="60" y="596" font-size="26" font-weight="700" fill="#2f3b4c">${escapeXml(tagline)}</text></svg>`
}

/** Commas, which a URL need not escape: each page has the mark as an address too. */
export const markSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0,0,32,32"><path fill="#c8102e" d="M0,0h32v32H0z"/><path fill="none" stroke="#fff" stroke-width="2.5" d="M4,17l7-9,5,6,4-5,8,8M4,22.5h24M4,27h24"/></svg>'
