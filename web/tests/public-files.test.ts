import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Archive, damages, withCurrentTexts } from '../scripts/agreed-texts'
import type { ServerBundle } from '../scripts/prerender'
import { securityTxt } from '../scripts/public-files'
import { addresses, redirects } from '../src/content/addresses'
import { paths } from '../src/content/en/paths'
import { site } from '../src/content/en/site'
import { TEXTS_VERSION } from '../src/content/en/texts-version'
import { languages } from '../src/content/languages'
import textDates from '../src/content/text-dates.json'
import { siteDir, siteUrl } from './build-site'
import { documentOf, fileOf, htmlFiles, read } from './site'

interface SiteManifest {
  contentSecurityPolicy: string
  contentSecurityPolicyTurnstile: string
  redirects: Record<string, string>
  consent: Record<string, string>
  releasedTexts: Record<string, Record<string, string>>
}
const manifest = JSON.parse(read(`${siteDir}/site.json`)) as SiteManifest
const allPaths = languages.flatMap((language) => Object.values(addresses[language]))
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the sitemap lists exactly the routes', () => {
  const listed = [...read(`${siteDir}/sitemap.xml`).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  expect(listed).toEqual(allPaths.map((path) => siteUrl + path))
})

test('the sitemap dates each page by its text', () => {
  const dates = [...read(`${siteDir}/sitemap.xml`).matchAll(/<lastmod>(.*?)<\/lastmod>/g)].map(
    ([, day]) => day,
  )
  const known: Record<string, { date: string }> = textDates
  expect(dates).toEqual(allPaths.map((path) => known[path]?.date))
})

test('robots.txt points to the sitemap', () => {
  expect(read(`${siteDir}/robots.txt`)).toContain(`Sitemap: ${siteUrl}/sitemap.xml`)
})

test('security.txt is valid by RFC 9116', () => {
  const lines = read(`${siteDir}/.well-known/security.txt`).trim().split('\n')
  const fields = lines.map((line) => /^([A-Z][A-Za-z-]+): (\S.*)$/.exec(line)?.slice(1))
  expect(fields).not.toContain(undefined)
  const valuesOf = (name: string) =>
    fields.filter((field) => field?.[0] === name).map((field) => field?.[1] ?? '')
  expect(valuesOf('Contact')).toEqual([`mailto:${site.securityEmail}`])
  const isHttps = siteUrl.startsWith('https:')
  expect(valuesOf('Canonical')).toEqual(isHttps ? [`${siteUrl}/.well-known/security.txt`] : [])
  expect(valuesOf('Preferred-Languages')).toEqual([languages.join(', ')])
  const [expires = ''] = valuesOf('Expires')
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const daysAhead = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(daysAhead).toBeGreaterThan(180)
  expect(daysAhead).toBeLessThan(365)
})

test('security.txt names its https address, whatever the build under test is for', () => {
  const pgpKey = { fingerprint: '0000', url: 'https://firnwall.example/key.asc' }
  const server = { site, paths, pgpKey } as unknown as ServerBundle
  const text = securityTxt({ server, publicUrl: 'https://firnwall.example', buildDay: '2026-01-15' })
  expect(text).toContain('Canonical: https://firnwall.example/.well-known/security.txt\n')
  expect(text).toContain('Encryption: https://firnwall.example/key.asc\n')
  expect(text).toContain('Policy: https://firnwall.example/terms#security-research\n')
  expect(documentOf(fileOf('/terms')).getElementById('security-research')).not.toBeNull()
})

test('llms.txt names every section, the articles and the other languages', () => {
  const text = read(`${siteDir}/llms.txt`)
  expect(text.startsWith(`# ${site.name}\n`)).toBe(true)
  const linked = [paths.services, paths.programs, paths.contact, paths.takeoverArticle, '/de', '/fr', '/it']
  for (const path of linked) expect(text).toContain(siteUrl + path)
})

test.each(['contentSecurityPolicy', 'contentSecurityPolicyTurnstile'] as const)(
  '%s admits the inline scripts and style of every page and nothing else inline',
  (name) => {
    const policy = manifest[name]
    expect(policy).toMatch(/^default-src 'none';/)
    // Only the favicon is a data URL, never a script or a style.
    expect(policy).toContain("; img-src 'self' data:;")
    expect(policy.replace("img-src 'self' data:", '')).not.toMatch(/unsafe|\*|data:/)
    for (const file of htmlFiles) {
      const document = documentOf(file)
      const scripts = [...document.querySelectorAll('script:not([type$=json])')]
      expect(scripts).toHaveLength(document.querySelector('form') ? 2 : 1)
      for (const script of scripts) expect(policy).toContain(hashOf(script.textContent))
      const styles = [...document.querySelectorAll('style')]
      expect(styles).toHaveLength(1)
      expect(policy).toContain(hashOf(styles[0]?.textContent ?? ''))
    }
  },
)

test('only the Turnstile policy names another origin', () => {
  expect(manifest.contentSecurityPolicy).not.toMatch(/https?:/)
  expect(manifest.contentSecurityPolicy).toContain("require-trusted-types-for 'script'")
  expect(manifest.contentSecurityPolicyTurnstile).toContain('frame-src https://challenges.cloudflare.com')
})

test('site.json carries the redirects and the exact texts of consent', () => {
  expect(manifest.redirects).toMatchObject(redirects)
  const contact = documentOf(fileOf('/contact')).body.textContent
  expect(contact).toContain(manifest.consent.consent)
  expect(contact).toContain(manifest.consent.gdprConsent)
  const privacy = documentOf(fileOf('/privacy-policy')).body.textContent
  for (const line of manifest.consent.privacyPolicy?.split('\n').filter(Boolean) ?? ['missing'])
    expect(privacy).toContain(line.replace(/^- /, ''))
})

test('site.json names the texts of the version that the form sends', () => {
  const digests = Object.entries(manifest.consent).map(([kind, text]) => [
    kind,
    createHash('sha256').update(text).digest('hex'),
  ])
  expect(digests).toHaveLength(4)
  expect(manifest.releasedTexts[TEXTS_VERSION]).toMatchObject(Object.fromEntries(digests))
})

test('the archive of agreed texts only grows, and no text in it changes', () => {
  const old = createHash('sha256').update('an old\ntext').digest('hex')
  const release = { since: '2026-01-01', privacyPolicy: old, consent: old, gdprConsent: old }
  const version = createHash('sha256').update(`${old} ${old} ${old}`).digest('hex').slice(0, 8)
  const current = Object.fromEntries(languages.map((language) => [language, version])) as Archive['current']
  const archive = {
    current,
    releases: { [version]: release },
    texts: { [old]: ['an old', 'text'] },
  }
  const grown = withCurrentTexts(archive, '2026-11-23')
  const added = languages.length
  expect(Object.keys(grown.releases)).toHaveLength(1 + added)
  expect(Object.keys(grown.texts)).toHaveLength(1 + 4 * added)
  expect(grown.current.en).toBe(TEXTS_VERSION)
  expect(withCurrentTexts({ ...grown, current }, '2027-01-01')).toEqual(grown)
  expect(damages(grown)).toEqual([])
  expect(damages({ ...grown, texts: { ...grown.texts, [old]: ['an old', 'text.'] } })).toHaveLength(1)
  expect(damages({ ...grown, texts: { [old]: ['an old', 'text'] } })).toHaveLength(added)
  expect(damages({ ...grown, current: { ...grown.current, fr: '89abcdef' } })).toHaveLength(1)
  for (const kind of ['privacyPolicy', 'consent', 'gdprConsent', 'terms'] as const) {
    const lacking = { ...grown.releases[TEXTS_VERSION], [kind]: undefined }
    const releases = { ...grown.releases, [TEXTS_VERSION]: lacking as Archive['releases'][string] }
    expect(damages({ ...grown, releases }), kind).toEqual([`the release ${TEXTS_VERSION} lacks a text`])
  }
})
