import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { addressDigest } from './digest'
import { fromRoot } from './paths'

/** The typeface of headings, pictures and share pictures: Familjen Grotesk Bold, under the SIL Open Font License 1.1. */
export const typefaceFile = fromRoot(
  'node_modules/@fontsource/familjen-grotesk/files/familjen-grotesk-latin-700-normal.woff2',
)
export const typefaceName = 'Familjen Grotesk'

/** Every character that a heading or a label in a picture may have; the tests refuse others. Arrows are not in the typeface. */
export const typefaceCharacters =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 \u00a0\u00ad.,:!?/&()%+-–’@«»' +
  'ÀÂÄÇÈÉÊËÌÎÏÒÔÖÙÛÜŒàâäçèéêëìîïòôöùûüœ'

const fontUrl = /url\("?\/(assets\/[^)"]+\.woff2)"?\)/

export function fontIn(css: string): string {
  const file = fontUrl.exec(css)?.[1]
  if (!file) throw new Error('the stylesheet names no font')
  return file
}

/** Names the subset in place of the font's file. The boot script asks for it after the first paint. */
export async function reduceTypeface(css: string, font: string, outDir: string): Promise<string> {
  const subset = await subsetFont(await readFile(typefaceFile), typefaceCharacters, {
    targetFormat: 'woff2',
    keepFeatures: ['kern'],
    // Without what a static font of plain Latin letters does not need.
    noHinting: true,
    dropTables: ['GDEF', 'GSUB', 'STAT'],
  })
  const reduced = `assets/typeface-${addressDigest(subset)}.woff2`
  await writeFile(join(outDir, reduced), subset)
  return css.replace(`/${font}`, `/${reduced}`)
}
