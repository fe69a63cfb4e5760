import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  define: { __BUILD_DATE__: JSON.stringify('2026-01-15') },
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
