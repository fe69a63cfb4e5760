import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '#texts': fileURLToPath(new URL('src/content/en', import.meta.url)) } },
  define: { __BUILD_DATE__: JSON.stringify('2026-01-15'), __LANGUAGE__: JSON.stringify('en') },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'site',
          environment: 'node',
          include: ['tests/*.test.ts'],
          globalSetup: './tests/build-site.ts',
          testTimeout: 30_000,
        },
      },
    ],
  },
})
