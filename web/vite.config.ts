import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { publicUrl } from './scripts/paths.ts'

/**
 * Marks what react-router creates at module level as free of side effects, and turns its development warnings off, so
 * that its data router and its `Link`, which this site does not use, leave the bundle.
 *
 * Measured without it, with react-router's production build and rolldown's `manualPureFunctions` and
 * `propertyWriteSideEffects` instead: 7.0 kB more on every page, /contact 97.5 kB (92 allowed), 80.5 kB when idle
 * (80 allowed).
 */
const leanRouter: Plugin = {
  name: 'lean-router',
  enforce: 'pre',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/node_modules/react-router/')) return
    return code
      .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
      .replace(/^[\w$]+\.(displayName|contextType) = .*;$/gm, '')
      .replace(/= (React\d*\.(?:memo|forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1')
  },
}

/** Of altcha-lib the browser needs the solver alone. What the package keeps for servers has no side effects. */
const leanAltcha: Plugin = {
  name: 'lean-altcha',
  enforce: 'pre',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/node_modules/altcha-lib/')) return
    return {
      code: code.replaceAll('= Object.values(', '= /* @__PURE__ */ Object.values('),
      moduleSideEffects: false,
    }
  },
}

/** The shared chunks: of every page, of the content pages, of the form, and of the form once it has the focus. */
const chunks = [
  {
    name: 'frame',
    priority: 2,
    test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/|src\/(components\/(layout|error-boundary|ui\/(app-link|links|logo|seo)|sections\/page-hero)|content\/(nav|paths|site|constants|application-error)\.|hydrated|page-cache|routes|app\.)/,
  },
  {
    name: 'sections',
    priority: 1,
    test: /src\/(templates|components\/((sections\/(?!comparison|engagement|rows)|samples\/sample\.)|ui\/badge)|content\/legal-closing|pictures\/(picture|ridge))/,
  },
  {
    // The form and its default bot check: one file instead of a chain of seven requests.
    name: 'inquiry',
    priority: 1,
    test: /src\/(content\/contact\.|components\/ui\/copy-button|features\/contact\/(?!.*(altcha\.tsx|form-control|rules|schema|turnstile|worker)))|node_modules\/altcha-lib\//,
  },
  {
    name: 'form-control',
    priority: 1,
    test: /node_modules\/react-hook-form\/|features\/contact\/form-control/,
  },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), leanRouter, leanAltcha],
  define: {
    __BUILD_DATE__: JSON.stringify(new Date().toISOString().slice(0, 10)),
    __PUBLIC_URL__: JSON.stringify(publicUrl),
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? {}
      : { input: 'src/entry-client.tsx', output: { codeSplitting: { groups: chunks } } },
  },
}))
