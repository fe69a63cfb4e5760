import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { htmlFiles, read } from './site'

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

test.each(htmlFiles)('%s is valid HTML', async (file) => {
  const report = await validator.validateString(read(file))
  const found = report.results.flatMap((result) => result.messages)
  expect(found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`)).toEqual([])
})
