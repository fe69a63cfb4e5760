/** Types of `site.ts`. It imports nothing: `types.ts` imports `paths.ts`, which imports `site.ts`. */

export interface ExternalLink {
  readonly label: string
  readonly url: `https://${string}`
}

export type Spoken = 'de' | 'fr' | 'it' | 'rm' | 'en'

export interface Certification {
  readonly name: string
  /** The words that the name abbreviates. */
  readonly title?: string
  readonly issuer: string
}
