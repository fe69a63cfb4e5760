import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { lighthouse as budget } from '../budget.json'
import { addresses, type Paths, routePaths } from '../src/content/addresses'
import { chromiumFlags, chromiumPath, median, numberFrom, pathsFrom, siteUrl } from './browser'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const { de, fr, it } = addresses
const kinds = [
  'home',
  'services',
  'cloudSecurity',
  'purpleTeamOperations',
  'smes',
  'about',
  'founder',
  'team',
  'blog',
  'accessLogArticle',
  'privacyPolicy',
  'contact',
] as const satisfies (keyof Paths)[]

/** Every English page, and of the others one of each kind. */
const measuredPaths = [...routePaths, ...[de, fr, it].flatMap((paths) => kinds.map((kind) => paths[kind]))]

type Figures = Record<(typeof categories)[number] | 'lcp' | 'tbt' | 'cls', number>

/** One run of Lighthouse 13 with its mobile defaults, in a new browser. */
async function measure(url: string, realThrottling: boolean): Promise<Figures> {
  const browser = await launch({
    chromePath: chromiumPath,
    chromeFlags: ['--headless=new', ...chromiumFlags],
  })
  try {
    const result = await lighthouse(url, {
      port: browser.port,
      logLevel: 'error',
      // The screenshot is for the HTML report, which is not used here.
      disableFullPageScreenshot: true,
      ...(realThrottling ? { throttlingMethod: 'devtools', onlyCategories: ['performance'] } : {}),
    })
    if (!result || result.lhr.runtimeError) {
      throw new Error(`no result for ${url}: ${result?.lhr.runtimeError?.message}`)
    }
    const { categories: rated, audits } = result.lhr
    const score = (name: string) => Math.round((rated[name]?.score ?? (realThrottling ? 1 : 0)) * 100)
    const audit = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcp: Math.round(audit('largest-contentful-paint')),
      tbt: Math.round(audit('total-blocking-time')),
      // With the digits that Lighthouse shows.
      cls: Math.round(audit('cumulative-layout-shift') * 1000) / 1000,
    }
  } finally {
    browser.kill()
  }
}

/** Repeats a run without a result, for example when the browser did not start. */
async function measureSurely(url: string, realThrottling: boolean, tries = 5): Promise<Figures> {
  try {
    return await measure(url, realThrottling)
  } catch (error) {
    if (tries === 1) throw error
    console.error(String(error))
    return measureSurely(url, realThrottling, tries - 1)
  }
}

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

const highest = (key: keyof Figures, all: Figures[]) => Math.max(...all.map((figures) => figures[key]))

/** The lowest score and the highest of every other figure across all pages. */
function worstOf(all: Figures[], realThrottling: boolean): string {
  const score = Math.min(...all.flatMap((figures) => categories.map((name) => figures[name])))
  const others = `LCP ${highest('lcp', all)} ms, CLS ${highest('cls', all)}`
  return realThrottling ? others : `${score} in all four, TBT ${highest('tbt', all)} ms, ${others}`
}

/**
 * `npm run lighthouse -- [--runs=3] [--real] [path …]`: the median per route against budget.json, and last the worst of
 * all. Runs in rounds over all pages: other load on the machine then affects one run of many routes, not all runs of
 * one. `SITE_URL` is the served site; `--real` throttles the connection and the processor instead of simulating it.
 */
export async function main(args: string[]): Promise<number> {
  const runs = numberFrom(args, 'runs', budget.runs)
  const realThrottling = args.includes('--real')
  const chosen = pathsFrom(args)
  const measured = (chosen.length > 0 ? chosen : measuredPaths).map((path) => ({
    path,
    all: [] as Figures[],
  }))
  for (let round = 1; round <= runs; round++) {
    console.error(`round ${round} of ${runs}`)
    for (const { path, all } of measured) all.push(await measureSurely(siteUrl + path, realThrottling))
  }
  const pages: Figures[] = []
  let failed = 0
  for (const { path, all } of measured) {
    const figures = medians(all)
    const missed = misses(path, figures, realThrottling)
    const scores = categories.map((name) => figures[name]).join('/')
    const each = (key: keyof Figures) => all.map((run) => run[key]).join(' ')
    console.error(
      `${missed.length ? 'FAIL' : 'ok  '} ${path} ${scores} LCP ${figures.lcp} ms (${each('lcp')}) TBT ${figures.tbt} ms (${each('tbt')}) CLS ${figures.cls} ${missed.join(', ')}`,
    )
    failed += missed.length
    pages.push(figures)
  }
  console.log(worstOf(pages, realThrottling))
  return failed === 0 ? 0 : 1
}
