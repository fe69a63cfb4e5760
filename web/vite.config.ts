import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { publicUrl } from './scripts/paths.ts'

/**
 * Marks what react-router creates at module level as free of side effects, and says that this is no development build,
 * though its package names no other to a bundler. Its own `Link`, its data router and its warnings, which this site does
 * not use, then leave the bundle: 8 kB less on every page.
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

/**
 * Vite wraps every dynamic import to fetch its stylesheet and its dependencies first. Here the one stylesheet stands in
 * the page and preloads are off, so that the wrapper only has to call through.
 */
const leanImports: Plugin = {
  name: 'lean-imports',
  enforce: 'post',
  apply: 'build',
  transform(_, id) {
    if (id.endsWith('vite/preload-helper.js')) return 'export const __vitePreload = (load) => load()'
  },
}

/** What every page needs, what every content page needs, and what the form needs beside its page's own file. */
const chunks = [
  {
    name: 'frame',
    priority: 2,
    test: /rolldown\/runtime|node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/|src\/(components\/(layout|error-boundary|ui\/(app-link|links|logo|seo)|sections\/page-hero)|content\/(nav|paths|site|constants|not-found)\.|hydrated|page-cache|routes|app\.)/,
  },
  {
    name: 'sections',
    priority: 1,
    test: /src\/(templates|components\/(sections|ui\/facts)|content\/legal-closing|pictures\/(picture|ridge))/,
  },
  {
    // The form and its default bot check: one file instead of seven that follow one another.
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
  plugins: [react(), tailwindcss(), leanRouter, leanImports],
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
