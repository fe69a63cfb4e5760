import { expect, test } from 'vitest'
import { texts } from '../src/content/all'
import { team } from '../src/content/en/people'
import { languages } from '../src/content/languages'
import { accessEntry } from '../src/content/listings/access-log'
import { events, sigmaRule } from '../src/content/listings/inbox-rule'
import { mailAccess, signIn } from '../src/content/listings/takeover'
import { documentOf, fileOf } from './site'

test('log lines are JSON, and both of a takeover name the same session', () => {
  const [first, second] = [JSON.parse(signIn), JSON.parse(mailAccess)]
  expect(second.AppAccessContext.AADSessionId).toBe(first.sessionId)
  expect(Object.keys(JSON.parse(accessEntry))).toEqual(
    expect.arrayContaining(['at', 'person', 'action', 'recipient']),
  )
})

/** The words of a selection of the rule. */
function wordsOf(selection: string, field: string): string[] {
  const list = new RegExp(`^  ${selection}:\\n    ${field.replace('|', '\\|')}:\\n((?:      - .*\\n)+)`, 'm')
  return (list.exec(sigmaRule)?.[1] ?? '')
    .trim()
    .split('\n')
    .map((line) => line.replace(/^ *- /, ''))
}

test.each(events.split('\n'))('the published rule decides: %s', (line) => {
  const [expected, operation = '', ...parameters] = line.split(/ {2,}/)
  const text = parameters.join(' ').toLowerCase()
  const contains = (selection: string) =>
    wordsOf(selection, 'Parameters|contains').some((word) => text.includes(word.toLowerCase()))
  const found = wordsOf('change', 'Operation').includes(operation) && contains('hides') && contains('payment')
  expect(found ? 'match' : 'no match').toBe(expected)
})

test.each(languages)(
  'an article in %s names a person of the team as its author, also for search engines',
  (language) => {
    const signed = texts[language].articles.filter(({ author }) => author)
    expect(signed).toHaveLength(3)
    for (const { path, author } of signed) {
      const { name } = team.find(({ id }) => id === author)!
      const page = documentOf(fileOf(path))
      expect(page.querySelector('main')?.textContent).toContain(name)
      expect(page.querySelectorAll('pre').length).toBeGreaterThan(1)
      const data = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
      const { author: person } = data['@graph'].find(
        (node: { '@type': string }) => node['@type'] === 'BlogPosting',
      )
      expect(person).toMatchObject({ '@type': 'Person', name })
      expect(page.querySelector(`main a[href="${new URL(person.url).pathname}"]`)).not.toBeNull()
    }
  },
)
