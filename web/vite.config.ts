import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { publicUrl } from './scripts/paths.ts'
import { textsOfThePage } from './scripts/script-texts.ts'

/** The shared chunks: of every page, of the form, and of the form once it has the focus. */
const chunks = [
  {
    name: 'frame',
    priority: 2,
    test: /rolldown\/runtime|page-texts|texts:frame|node_modules\/(react|react-dom|scheduler)\/|src\/(components\/(layout\/(?!language-offer)|error-boundary|ui\/(app-link|links|logo|phone|seo))|content\/(addresses|constants|format-day|languages)\.|hydrated|page-cache|prerendered|router|trusted|app\.)/,
  },
  {
    // The form and its default bot check: one file instead of a chain of seven requests.
    name: 'inquiry',
    priority: 1,
    test: /texts:contact|src\/(content\/firm\.|components\/(ui\/copy-button|sections\/page-hero)|features\/contact\/(?!.*(altcha\.tsx|form-control|rules|schema|suggested|turnstile|worker)))|node_modules\/altcha-lib\//,
  },
  {
    name: 'form-control',
    priority: 1,
    test: /node_modules\/react-hook-form\/|features\/contact\/form-control/,
  },
]

/** The pages are rendered once a language: `#texts` is the folder of its texts. The scripts fit every language. */
const language = process.env.SITE_LANGUAGE ?? 'en'

const folder = fileURLToPath(new URL(`src/content/${language}`, import.meta.url))

export default defineConfig(({ command, isSsrBuild }) => {
  const isForBrowsers = command === 'build' && !isSsrBuild
  return {
    plugins: [react(), tailwindcss({ optimize: false }), ...(isForBrowsers ? [textsOfThePage] : [])],
    resolve: isForBrowsers ? {} : { alias: { '#texts': folder } },
    define: {
      __LANGUAGE__: isForBrowsers ? 'document.documentElement.lang' : JSON.stringify(language),
      __BUILD_DATE__: JSON.stringify(new Date().toISOString().slice(0, 10)),
      __PUBLIC_URL__: JSON.stringify(publicUrl),
      // Without what React does for its developer tools.
      ...(command === 'build' && { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }),
    },
    server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      // What has popovers has the rest: without prefixes and older spellings, each page is smaller.
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      manifest: !isSsrBuild,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: isSsrBuild
        ? {}
        : { input: 'src/entry-client.tsx', output: { codeSplitting: { groups: chunks } } },
    },
  }
})
