import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

/** Runs against a site that is already served: `SITE_URL`. The browser is the system's, or `CHROMIUM_PATH`. */
export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  retries: 0,
  expect: { timeout: 5_000 },
  reporter: process.env.CI ? 'line' : 'list',
  outputDir: 'test-results',
  use: {
    baseURL: process.env.SITE_URL ?? 'http://127.0.0.1:8080',
    // Without the film of the page, which would cost every test time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
