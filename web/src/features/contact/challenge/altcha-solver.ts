import { solveChallengeWorkers } from 'altcha-lib'
import workerUrl from './altcha.worker.ts?worker&url'
import type { AltchaConfig } from './config'
import { trustedScriptUrl } from './script-url'

const SOLVE_TIMEOUT_MS = 25_000

/** One core stays free for the page. More than four workers gain little and heat phones. */
function concurrency(): number {
  return Math.min(4, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1))
}

/** Solves the challenge in workers of this origin and returns the payload that the server verifies. */
export async function solve(
  challenge: AltchaConfig['challenge'],
  controller: AbortController,
): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: concurrency(),
    controller,
    createWorker: async () => new Worker(trustedScriptUrl(workerUrl), { type: 'module' }),
    timeout: SOLVE_TIMEOUT_MS,
  })
  if (!solution) throw new Error('the challenge was not solved in time')
  return btoa(JSON.stringify({ challenge, solution }))
}
