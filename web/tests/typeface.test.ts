import { expect, test } from 'vitest'
import { typefaceCharacters } from '../scripts/typeface'
import { documentOf, htmlFiles } from './site'

/** What the stylesheet sets in the typeface. */
const selectors = 'h1, h2, h3, .font-bold, .button, .pic text'

test.each(htmlFiles)('the typeface has every character of the headings and drawings of %s', (file) => {
  const texts = [...documentOf(file).querySelectorAll(selectors)].map(({ textContent }) => textContent)
  expect(texts.length).toBeGreaterThan(5)
  const others = texts.join('').replaceAll(/[\n→←↗]/g, '')
  expect([...others].filter((character) => !typefaceCharacters.includes(character))).toEqual([])
})
