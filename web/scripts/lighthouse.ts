import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lighthouse as budget } from '../budget.json'
import { routePaths } from '../src/content/paths'
import { fromRoot } from './paths'

const run = promisify(execFile)
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const browserFlags = [
  '--headless=new',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
].join(' ')

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

type Figures = Record<(typeof categories)[number] | 'lcp' | 'tbt' | 'cls', number>

/** One run of Lighthouse 13 with its mobile defaults, in a process and a browser of its own. */
async function measure(url: string, realThrottling: boolean): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  const output = join(folder, 'report.json')
  const throttling = realThrottling ? ['--throttling-method=devtools', '--only-categories=performance'] : []
  const args = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${output}`,
    `--chrome-flags=${browserFlags}`,
    ...throttling,
  ]
  try {
    await run('node', [fromRoot('node_modules/lighthouse/cli/index.js'), ...args], {
      env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
    })
    const report = JSON.parse(await readFile(output, 'utf8')) as Report
    const score = (name: string) =>
      Math.round((report.categories[name]?.score ?? (realThrottling ? 1 : 0)) * 100)
    const audit = (name: string) => report.audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcp: Math.round(audit('largest-contentful-paint')),
      tbt: Math.round(audit('total-blocking-time')),
      cls: audit('cumulative-layout-shift'),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function medians(runs: Figures[]): Figures {
  const keys = [...categories, 'lcp', 'tbt', 'cls'] as const
  return Object.fromEntries(keys.map((key) => [key, median(runs.map((figures) => figures[key]))])) as Figures
}

function misses(path: string, figures: Figures, realThrottling: boolean): string[] {
  const contact = path === '/contact'
  const simulated = contact ? budget.contactLcpMs : budget.lcpMs
  const real = contact ? budget.devtoolsContactLcpMs : budget.devtoolsLcpMs
  const lcpMs = realThrottling ? real : simulated
  return [
    ...(realThrottling
      ? []
      : categories.filter((name) => figures[name] < budget.score).map((name) => `${name} ${figures[name]}`)),
    ...(figures.lcp > lcpMs ? [`LCP ${figures.lcp} > ${lcpMs} ms`] : []),
    ...(!realThrottling && figures.tbt > budget.tbtMs ? [`TBT ${figures.tbt} > ${budget.tbtMs} ms`] : []),
    ...(figures.cls > budget.cls ? [`CLS ${figures.cls}`] : []),
  ]
}

/**
 * `npm run lighthouse -- [--runs=5] [--real] [path …]`: the median per route against budget.json, one run after the
 * other. `SITE_URL` is the served site; `--real` throttles the connection and the processor instead of simulating it.
 */
export async function main(args: string[]): Promise<number> {
  const base = process.env.SITE_URL ?? 'http://127.0.0.1:8080'
  const runs = Number(args.find((arg) => arg.startsWith('--runs='))?.slice('--runs='.length) ?? budget.runs)
  const realThrottling = args.includes('--real')
  const chosen = args.filter((arg) => arg.startsWith('/'))
  let failed = 0
  for (const path of chosen.length > 0 ? chosen : routePaths) {
    const all: Figures[] = []
    for (let index = 0; index < runs; index++) all.push(await measure(base + path, realThrottling))
    const figures = medians(all)
    const missed = misses(path, figures, realThrottling)
    const scores = categories.map((name) => figures[name]).join('/')
    console.log(
      `${missed.length ? 'FAIL' : 'ok  '} ${path} ${scores} LCP ${figures.lcp} ms TBT ${figures.tbt} ms CLS ${figures.cls} ${missed.join(', ')}`,
    )
    failed += missed.length
  }
  return failed === 0 ? 0 : 1
}
