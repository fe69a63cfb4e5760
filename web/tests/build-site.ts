import { execFileSync } from 'node:child_process'

/** The tests look at a build of their own, so that they never disturb a served dist/. */
export const siteDir = '.prerender/site'
export const siteUrl = 'https://firnwall.example'

export default function setup() {
  execFileSync('node', ['scripts/run.mjs', 'build'], {
    env: { ...process.env, NODE_ENV: 'production', OUT_DIR: siteDir, PUBLIC_URL: siteUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
