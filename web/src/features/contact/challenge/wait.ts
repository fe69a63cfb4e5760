import { botCheckErrors } from '#texts/contact'

/** Specification, section 9. */
const WAIT_TIMEOUT_MS = 30_000
const WAIT_INTERVAL_MS = 100

export interface ResponseSource {
  /** True once the provider has reported a token; only then is it asked for it. */
  isSolved(): boolean
  getResponse(): string | undefined
}

/**
 * Resolves with the token. Rejects with one of the three texts of the specification, section 8:
 * 'No response received', 'Failed to get response' or 'Timeout'.
 */
export function waitForResponse(
  source: ResponseSource,
  timeoutMs = WAIT_TIMEOUT_MS,
  intervalMs = WAIT_INTERVAL_MS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      clearInterval(poll)
      reject(new Error(botCheckErrors.timeout))
    }, timeoutMs)
    const poll = setInterval(check, intervalMs)
    check()

    function check() {
      if (!source.isSolved()) return
      clearTimeout(deadline)
      clearInterval(poll)
      try {
        const token = source.getResponse()
        if (token) resolve(token)
        else reject(new Error(botCheckErrors.none))
      } catch {
        reject(new Error(botCheckErrors.failed))
      }
    }
  })
}
