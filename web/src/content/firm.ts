/**
 * The names, addresses and links of the firm and its people, in one place. All of it is sample content: the firm is
 * fictional, the people are invented, and the domain is reserved (RFC 2606), so that no mail can reach anyone. To
 * adopt the site, replace this module and the `site.ts` of each language; no other file names the firm, a person, an
 * address or a network. What the people have done is in `team-page.ts` and `founder.ts`.
 */
import type { ExternalLink } from './firm-types'

export const firm = {
  name: 'Firnwall',
  legalName: 'Firnwall AG',
  domain: 'firnwall.example',
  email: 'contact@firnwall.example',
  privacyEmail: 'privacy@firnwall.example',
  securityEmail: 'security@firnwall.example',
  timeZone: 'Europe/Zurich',
  /** A placeholder: no subscriber has this number. */
  phone: '+41 44 000 00 00',
  /** A placeholder for the number in the commercial register. */
  companyNumber: 'CHE-000.000.000',
} as const

/** The number to call in an incident. If it is not set, the office's. When it is answered stands in `site.ts`. */
export const incidentNumber: string | undefined = undefined

/** A key for encrypted mail, with the address from which it can be loaded. Set it, and the contact page names it. */
export const pgpKey: { readonly fingerprint: string; readonly url: `https://${string}` } | undefined =
  undefined

/** What a buyer asks. A fact that is not set is left out of the page. */
export const procurement: {
  readonly insuredMillions?: number
  readonly checkedEveryYears?: number
  readonly dayRateFrom?: number
} = {}

export const networks = {
  linkedin: { label: 'LinkedIn', url: 'https://linkedin.example/company/firnwall' },
  medium: { label: 'Medium', url: 'https://medium.example/@firnwall' },
} as const satisfies Record<string, ExternalLink>

/** Makes the address of the founder's profile: /about-{slug}. */
export const founderSlug = 'ladina-arvenmatt'

/** The first one is the founder. What they have done is in `profiles.ts`. */
export const people = [
  { id: 'ladina', name: 'Ladina Arvenmatt', linkedin: 'https://linkedin.example/in/ladina-arvenmatt' },
  { id: 'flurin', name: 'Flurin Seewander', linkedin: 'https://linkedin.example/in/flurin-seewander' },
  { id: 'mirjam', name: 'Mirjam Oberfirst', linkedin: 'https://linkedin.example/in/mirjam-oberfirst' },
  { id: 'aurelio', name: 'Aurelio Montalva', linkedin: 'https://linkedin.example/in/aurelio-montalva' },
  { id: 'selma', name: 'Selma Lindengrat' },
  { id: 'jonas', name: 'Jonas Kaltegg', linkedin: 'https://linkedin.example/in/jonas-kaltegg' },
  { id: 'noemie', name: 'Noémie Clairvent' },
  { id: 'dario', name: 'Dario Passalva', linkedin: 'https://linkedin.example/in/dario-passalva' },
] as const

export type PersonId = (typeof people)[number]['id']

export const personName = (id: PersonId) => `${people.find((person) => person.id === id)?.name}`

const [{ id, name, linkedin }] = people

/** Without a role, which has a name in each language. */
export const theFounder = {
  id,
  name,
  linkedin,
  slug: founderSlug,
  firstName: name.slice(0, name.indexOf(' ')),
} as const
