import { expect, test } from 'vitest'
import { typefaceCharacters } from '../scripts/typeface'
import { languages } from '../src/content/languages'
import { documentOf, filesOf } from './site'

/** What the stylesheet sets in the typeface. */
const selectors = 'h1, h2, h3, .font-bold, .button, .pic text'

const pages = languages.flatMap((language) => filesOf(language).map((file) => ({ language, file })))

test.each(pages)(
  'the typeface has every character of the headings and drawings of $file',
  ({ language, file }) => {
    const texts = [...documentOf(file).querySelectorAll(selectors)].map(({ textContent }) => textContent)
    expect(texts.length).toBeGreaterThan(5)
    const others = texts.join('').replaceAll(/[\n→←↗]/g, '')
    expect([...others].filter((character) => !typefaceCharacters[language]?.includes(character))).toEqual([])
  },
)
