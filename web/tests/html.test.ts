import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { documentOf, htmlFiles, read } from './site'

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // React closes void elements with a slash and writes boolean attributes with an empty value: both are valid HTML.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // Safari drops the role of a list without bullets.
    'no-redundant-role': 'off',
  },
})

test.each(htmlFiles)('%s has no address with a character that a URL must escape', (file) => {
  const addresses = [...documentOf(file).querySelectorAll('[href], [src]')].map(
    (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
  )
  expect(addresses.filter((address) => /[\s<>"`{}|\\^]/.test(address))).toEqual([])
})

test.each(htmlFiles)('%s is valid HTML', async (file) => {
  const report = await validator.validateString(read(file))
  const found = report.results.flatMap((result) => result.messages)
  expect(found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`)).toEqual([])
})
