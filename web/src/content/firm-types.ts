/** Types of `site.ts`. It imports nothing: `types.ts` imports `paths.ts`, which imports `site.ts`. */

export interface ExternalLink {
  readonly label: string
  readonly url: `https://${string}`
}

export interface TeamMember {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly linkedin?: `https://${string}`
}

export interface Certification {
  readonly name: string
  readonly issuer: string
}
