import { execFileSync } from 'node:child_process'

/**
 * The built site under test. By default the tests build it themselves, apart from dist/, which may be served.
 * `SITE_DIR` names a finished build instead, made for `PUBLIC_URL`.
 */
export const siteDir = process.env.SITE_DIR ?? '.prerender/site'
export const siteUrl = (process.env.SITE_DIR && process.env.PUBLIC_URL) || 'https://firnwall.example'

export default function setup() {
  if (process.env.SITE_DIR) return
  execFileSync('node', ['scripts/run.mjs', 'build'], {
    env: { ...process.env, NODE_ENV: 'production', OUT_DIR: siteDir, PUBLIC_URL: siteUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
