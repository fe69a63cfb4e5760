import { createHash } from 'node:crypto'
import { TRUSTED_TYPES_POLICY } from '../src/features/contact/challenge/script-url'
import { PAGES_POLICY } from '../src/trusted-html'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const turnstileOrigin = 'https://challenges.cloudflare.com'

const serialise = (directives: Record<string, string[]>) =>
  Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

/** Policies for all pages, and for /contact when the Turnstile widget guards the form. */
export function contentSecurityPolicies(inline: { scripts: string[]; css: string }) {
  const base = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts.map(sha256)],
    'style-src': ["'self'", sha256(inline.css)],
    // The favicon is inline.
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return {
    strict: serialise({
      ...base,
      'trusted-types': [TRUSTED_TYPES_POLICY, PAGES_POLICY],
      'require-trusted-types-for': ["'script'"],
    }),
    // Turnstile's own script writes to script sinks without a policy, so Trusted Types cannot be required beside it.
    turnstile: serialise({
      ...base,
      'script-src': [...base['script-src'], turnstileOrigin],
      'connect-src': ["'self'", turnstileOrigin],
      'frame-src': [turnstileOrigin],
    }),
  }
}
