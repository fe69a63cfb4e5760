/**
 * The names, addresses and links of the firm and its people, in one place. All of it is sample content: the firm is
 * fictional, the people are invented, and the domain is reserved (RFC 2606), so that no mail can reach anyone. To
 * adopt the site, replace this module; no other file names the firm, a person, an address or a network. What the people
 * have done is in `team-page.ts` and `founder.ts`.
 */
import type { ExternalLink, TeamMember } from './firm-types'

export const site = {
  name: 'Firnwall',
  legalName: 'Firnwall AG',
  domain: 'firnwall.example',
  tagline: 'Cyber defence consulting from Zurich',
  email: 'contact@firnwall.example',
  privacyEmail: 'privacy@firnwall.example',
  securityEmail: 'security@firnwall.example',
  city: 'Zurich',
  timeZone: 'Europe/Zurich',
  location: 'Zurich, Switzerland',
  /** Musterstrasse is the customary Swiss placeholder for a street. */
  postalAddress: 'Musterstrasse 1, 8001 Zurich, Switzerland',
  canton: 'Canton of Zurich',
  /** A placeholder: no subscriber has this number. */
  phone: '+41 44 000 00 00',
  phoneHours: 'Monday to Friday, 08:00 to 18:00',
  /** A placeholder for the number in the commercial register. */
  companyNumber: 'CHE-000.000.000',
} as const

/** The number to call in an incident, and when it is answered: 'day and night'. If it is not set, the office's. */
export const incidentPhone: { readonly number: string; readonly hours: string } | undefined = undefined

/** On every page, in every state of the form, and where the reason is an incident. */
export const urgentPhone = incidentPhone ?? { number: site.phone, hours: site.phoneHours }

/** A key for encrypted mail, with the address from which it can be loaded. Set it, and the contact page names it. */
export const pgpKey: { readonly fingerprint: string; readonly url: `https://${string}` } | undefined =
  undefined

export const networks = {
  linkedin: { label: 'LinkedIn', url: 'https://linkedin.example/company/firnwall' },
  medium: { label: 'Medium', url: 'https://medium.example/@firnwall' },
} as const satisfies Record<string, ExternalLink>

/** The slug makes the address of the profile: /about-{slug}. */
export const founder = {
  id: 'ladina',
  slug: 'ladina-arvenmatt',
  name: 'Ladina Arvenmatt',
  firstName: 'Ladina',
  role: 'Founder and Principal Consultant',
  linkedin: 'https://linkedin.example/in/ladina-arvenmatt',
} as const

export const team = [
  {
    id: 'ladina',
    name: founder.name,
    role: founder.role,
    linkedin: founder.linkedin,
  },
  {
    id: 'flurin',
    name: 'Flurin Seewander',
    role: 'Detection Engineering Lead',
    linkedin: 'https://linkedin.example/in/flurin-seewander',
  },
  {
    id: 'mirjam',
    name: 'Mirjam Oberfirst',
    role: 'Governance, Risk and Compliance Lead',
    linkedin: 'https://linkedin.example/in/mirjam-oberfirst',
  },
  {
    id: 'aurelio',
    name: 'Aurelio Montalva',
    role: 'Cloud Security Architect',
    linkedin: 'https://linkedin.example/in/aurelio-montalva',
  },
  {
    id: 'selma',
    name: 'Selma Lindengrat',
    role: 'DevSecOps and Vulnerability Engineer',
  },
  {
    id: 'jonas',
    name: 'Jonas Kaltegg',
    role: 'Red Team Lead',
    linkedin: 'https://linkedin.example/in/jonas-kaltegg',
  },
  {
    id: 'noemie',
    name: 'Noémie Clairvent',
    role: 'Threat Intelligence and Data Engineer',
  },
  {
    id: 'dario',
    name: 'Dario Passalva',
    role: 'Data Protection and Awareness Adviser',
    linkedin: 'https://linkedin.example/in/dario-passalva',
  },
] as const satisfies readonly TeamMember[]

export type PersonId = (typeof team)[number]['id']

export function personName(id: PersonId): string {
  const person = team.find((member) => member.id === id)
  if (!person) throw new Error(`no person ${id} in the team`)
  return person.name
}
