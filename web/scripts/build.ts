import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { addresses, type PageName, redirects } from '../src/content/addresses'
import { inLanguage, type Language, languages } from '../src/content/languages'
import { agreedTexts, releasedTexts } from './agreed-texts'
import { compressTree } from './compress'
import { contentSecurityPolicies } from './csp'
import type { Manifest } from './page-chunks'
import { fromRoot, publicUrl } from './paths'
import { prerender, type ServerBundle } from './prerender'
import { feed, writePublicFiles } from './public-files'
import { reduceTypeface } from './typeface'

const buildDay = new Date().toISOString().slice(0, 10)

async function bundle(
  outDir: string,
  language: Language,
): Promise<{ manifest: Manifest; server: ServerBundle }> {
  // One folder per target: a build for the tests must not overwrite the one for dist/.
  const serverDir = fromRoot('.prerender', `server-${basename(outDir)}-${language}`)
  const define = { __BUILD_DATE__: JSON.stringify(buildDay) }
  process.env.SITE_LANGUAGE = language
  await build({ logLevel: 'warn', define, build: { outDir, emptyOutDir: language === languages[0] } })
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
  const manifestPath = join(outDir, '.vite', 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest
  await rm(join(outDir, '.vite'), { recursive: true })
  const server = (await import(join(serverDir, 'entry-server.js'))) as ServerBundle
  return { manifest, server }
}

/** Removes the stylesheet's file: every page contains the stylesheet. */
async function extractStylesheet(outDir: string, manifest: Manifest): Promise<string> {
  const files = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))]
  if (files.length !== 1 || !files[0]) throw new Error(`expected one stylesheet, found ${files.length}`)
  const css = (await readFile(join(outDir, files[0]), 'utf8')).trim()
  await rm(join(outDir, files[0]))
  return css
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

async function buildLanguage(outDir: string, language: Language, scripts: { boot: string; retry: string }) {
  const { manifest, server } = await bundle(outDir, language)
  const css = await reduceTypeface(await extractStylesheet(outDir, manifest), outDir, language)
  await prerender({ language, outDir, manifest, server, css, ...scripts, publicUrl })
  await writeFile(
    join(outDir, language === 'en' ? '' : language, 'feed.xml'),
    feed(server, language, publicUrl),
  )
  return { server, css }
}

export async function buildSite(outDir: string): Promise<void> {
  const scripts = { boot: await inlineScript('boot'), retry: await inlineScript('retry') }
  const css: string[] = []
  // The first one empties the folder.
  for (const language of languages) {
    const built = await buildLanguage(outDir, language, scripts)
    css.push(built.css)
    if (language === 'en') await writePublicFiles({ outDir, server: built.server, publicUrl, buildDay })
  }
  const policies = contentSecurityPolicies({ scripts: Object.values(scripts), css: [...new Set(css)] })
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
