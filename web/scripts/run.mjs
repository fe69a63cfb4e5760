// Runs scripts/<name>.ts: bundles it first, so that Node 20 needs no TypeScript loader.
import { resolve } from 'node:path'
import { build } from 'vite'

const [name, ...args] = process.argv.slice(2)
const outDir = resolve('.prerender/scripts')
await build({
  configFile: false,
  publicDir: false,
  define: { __LANGUAGE__: '"en"' },
  logLevel: 'error',
  build: {
    ssr: `scripts/${name}.ts`,
    outDir,
    emptyOutDir: false,
    rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
  },
})
const { main } = await import(`${outDir}/${name}.mjs`)
process.exitCode = (await main(args)) ?? 0
