import { defineConfig } from '@playwright/test'
import { chromiumFlags, chromiumPath, siteUrl } from './scripts/browser'

/** Runs against a site that is already served: `SITE_URL`. The browser is the system's, or `CHROMIUM_PATH`. */
export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  // For a machine that compiles meanwhile. What a page must do in time is tested by its own clock.
  timeout: 60_000,
  retries: 0,
  expect: { timeout: 15_000 },
  reporter: process.env.CI ? 'line' : 'list',
  outputDir: 'test-results',
  use: {
    baseURL: siteUrl,
    // Costs every test time, so without the film of the page, and not at all where nobody opens it.
    trace: process.env.CI ? 'off' : { mode: 'retain-on-failure', screenshots: false },
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: chromiumPath,
      args: chromiumFlags,
    },
  },
})
