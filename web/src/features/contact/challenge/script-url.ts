/**
 * The two scripts that the form loads by address: the site's own solver and, when chosen, the Turnstile
 * widget. Under `require-trusted-types-for 'script'` an address counts only when a policy vouches for it;
 * the pages' content security policy admits one of this name.
 */
export const TRUSTED_TYPES_POLICY = 'firnwall'

export const TURNSTILE_SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

function vouch(url: string): string {
  if (url === TURNSTILE_SCRIPT || new URL(url, location.href).origin === location.origin) return url
  throw new TypeError('not a script of the bot check')
}

export function trustedScriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return vouch(url)
  policy ??= trustedTypes.createPolicy(TRUSTED_TYPES_POLICY, { createScriptURL: vouch })
  return policy.createScriptURL(url)
}
