import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { publicUrl } from './scripts/paths.ts'

/** The shared chunks: of every page, of the content pages, of the form, and of the form once it has the focus. */
const chunks = [
  {
    name: 'frame',
    priority: 2,
    test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\/|src\/(components\/(layout|error-boundary|ui\/(app-link|links|logo|phone|seo)|sections\/page-hero)|content\/(addresses|constants|firm|languages|\w\w\/(nav|paths|site|figures|application-error))\.|hydrated|page-cache|router|routes|app\.)/,
  },
  {
    name: 'sections',
    priority: 1,
    test: /src\/(templates\/(?!segment)|components\/((sections\/(?!comparison|engagement|rows)|samples\/sample\.)|ui\/badge)|content\/\w\w\/legal-closing|pictures\/(picture|ridge))/,
  },
  {
    // The form and its default bot check: one file instead of a chain of seven requests.
    name: 'inquiry',
    priority: 1,
    test: /src\/(content\/\w\w\/contact\.|components\/ui\/copy-button|features\/contact\/(?!.*(altcha\.tsx|form-control|rules|schema|suggested|turnstile|worker)))|node_modules\/altcha-lib\//,
  },
  {
    name: 'form-control',
    priority: 1,
    test: /node_modules\/react-hook-form\/|features\/contact\/form-control/,
  },
]

/** The site is built once a language: `#texts` is the folder of its texts. */
const language = process.env.SITE_LANGUAGE ?? 'en'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss({ optimize: false })],
  resolve: { alias: { '#texts': fileURLToPath(new URL(`src/content/${language}`, import.meta.url)) } },
  define: {
    __LANGUAGE__: JSON.stringify(language),
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
}))
