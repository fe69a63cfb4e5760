import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

/** Collects what must never happen on a page: console lines, errors, policy violations, requests to other origins. */
export function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== new URL(page.url() === 'about:blank' ? request.url() : page.url()).origin)
      problems.push(`request to ${url.origin}`)
  })
  return problems
}

export const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', '')

export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await hydrated(page)
  return response
}

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

interface AxeResult {
  violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
}

/** All of WCAG 2.2 AA and the best practices, on the page as it stands. Evaluated, not injected: the policy stays on. */
export async function expectAccessible(page: Page, state: string) {
  const present = await page.evaluate(() => 'axe' in window)
  if (!present) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResult> } }).axe.run(
      document,
      {
        resultTypes: ['violations'],
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      },
    ),
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(' ')}`),
  )
  expect(found, state).toEqual([])
}

export const mobile = { width: 390, height: 780 }
export const widths = [360, 768, 1440]
