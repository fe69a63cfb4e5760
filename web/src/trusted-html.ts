/** The policy that vouches for the site's own prerendered pages: under Trusted Types, HTML counts only then. */
export const PAGES_POLICY = 'firnwall-pages'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): string }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy(PAGES_POLICY, { createHTML: (html) => html })

/** Only for what this site's server has sent. */
export const trustedHtml = (html: string) => policy?.createHTML(html) ?? html
