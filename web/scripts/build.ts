import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { addresses, type PageName, redirects } from '../src/content/addresses'
import { inLanguage, type Language, languages } from '../src/content/languages'
import { agreedTexts, releasedTexts } from './agreed-texts'
import { compressTree } from './compress'
import { contentSecurityPolicies } from './csp'
import { addressDigest } from './digest'
import { fromRoot, publicUrl } from './paths'
import { type Manifest, prerender, type ServerBundle } from './prerender'
import { feed, writePublicFiles } from './public-files'
import { fontIn, reduceTypeface } from './typeface'

const buildDay = new Date().toISOString().slice(0, 10)

const define = { __BUILD_DATE__: JSON.stringify(buildDay) }

/** The scripts, which fit every language. */
async function bundleScripts(outDir: string): Promise<Manifest> {
  await build({ logLevel: 'warn', define, build: { outDir, emptyOutDir: true } })
  const manifest = JSON.parse(await readFile(join(outDir, '.vite', 'manifest.json'), 'utf8')) as Manifest
  await rm(join(outDir, '.vite'), { recursive: true })
  return manifest
}

async function bundleServer(outDir: string, language: Language): Promise<ServerBundle> {
  // One folder per target: a build for the tests must not overwrite the one for dist/.
  const serverDir = fromRoot('.prerender', `server-${basename(outDir)}-${language}`)
  process.env.SITE_LANGUAGE = language
  await build({
    logLevel: 'warn',
    define,
    publicDir: false,
    build: {
      outDir: serverDir,
      ssr: 'src/entry-server.tsx',
      manifest: false,
      emptyOutDir: true,
      rolldownOptions: {},
    },
  })
  return (await import(join(serverDir, 'entry-server.js'))) as ServerBundle
}

/** Removes the stylesheet's file, which every page contains, and the font's, of which a subset remains. */
async function extractStylesheet(outDir: string, manifest: Manifest) {
  const files = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))]
  if (files.length !== 1 || !files[0]) throw new Error(`expected one stylesheet, found ${files.length}`)
  const css = (await readFile(join(outDir, files[0]), 'utf8')).trim()
  const font = fontIn(css)
  for (const file of [files[0], font]) await rm(join(outDir, file))
  return { css, font }
}

/** Removes comments and the whitespace around operators. Every statement ends with a semicolon or a brace. */
const minify = (script: string) =>
  script
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\s*([{}()[\]=>,;:?|&\n])\s*/g, '$1')
    .replaceAll('\n', '')

const inlineScript = async (name: string) => minify(await readFile(fromRoot(`scripts/${name}.js`), 'utf8'))

/** What leads from the address of a page, put below another language, to the page in that language. */
function languageRedirects(): Record<string, string> {
  const found: Record<string, string> = {}
  for (const own of languages)
    for (const other of languages)
      for (const page of Object.keys(addresses.en) as PageName[]) {
        const [from, to] = [inLanguage(other, addresses[own][page], own), addresses[other][page]]
        if (from !== to) found[from] = to
      }
  return found
}

/** Writes a file whose address names its content. */
async function writeAsset(outDir: string, name: string, content: string): Promise<string> {
  const address = `/assets/${name}-${addressDigest(content)}.txt`
  await writeFile(join(outDir, address), content)
  return address
}

export async function buildSite(outDir: string): Promise<void> {
  const scripts = { boot: await inlineScript('boot'), retry: await inlineScript('retry') }
  const manifest = await bundleScripts(outDir)
  const { css, font } = await extractStylesheet(outDir, manifest)
  const style = await reduceTypeface(css, font, outDir)
  for (const language of languages) {
    const server = await bundleServer(outDir, language)
    const names = await readFile(fromRoot(`src/content/${language}/countries.txt`), 'utf8')
    const countries = await writeAsset(outDir, 'countries', names)
    await prerender({ language, outDir, manifest, server, css: style, ...scripts, publicUrl, countries })
    await writeFile(
      join(outDir, language === 'en' ? '' : language, 'feed.xml'),
      feed(server, language, publicUrl),
    )
    if (language === 'en') await writePublicFiles({ outDir, server, publicUrl, buildDay })
  }
  const policies = contentSecurityPolicies({ scripts: Object.values(scripts), css: style })
  const siteManifest = {
    publicUrl,
    contentSecurityPolicy: policies.strict,
    contentSecurityPolicyTurnstile: policies.turnstile,
    contactPaths: languages.map((language) => addresses[language].contact),
    redirects: { ...redirects, ...languageRedirects() },
    consent: agreedTexts.en,
    releasedTexts: await releasedTexts(),
  }
  await writeFile(join(outDir, 'site.json'), `${JSON.stringify(siteManifest, null, 2)}\n`)
  await compressTree(outDir)
}

/** `npm run build`. `OUT_DIR` replaces dist/, for example in the tests. */
export async function main(): Promise<void> {
  const started = performance.now()
  await buildSite(fromRoot(process.env.OUT_DIR ?? 'dist'))
  console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s for ${publicUrl}`)
}
