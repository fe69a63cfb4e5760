/**
 * Every fact about the firm and its people, in one place. All of it is sample content: the firm is fictional, the
 * people are invented, and the domain is reserved (RFC 2606), so that no mail can reach anyone. Whoever adopts the site
 * replaces this module; no other file names the firm, a person, an address or a network.
 */
import type { Certification, ExternalLink, TeamMember } from './firm-types'

export const site = {
  name: 'Firnwall',
  legalName: 'Firnwall AG',
  domain: 'firnwall.example',
  tagline: 'Cyber defence consulting from Zurich',
  summary:
    'Swiss cyber defence consulting: threat detection and response, DevSecOps, cloud security, vulnerability management and awareness, by one consultant or a full team.',
  nameStory:
    'The name joins Firn, the old snow that carries a glacier, with wall. Good defence forms in the same manner: layer upon layer, pressed into something solid by time and use. It is not bought in one piece.',
  email: 'contact@firnwall.example',
  privacyEmail: 'privacy@firnwall.example',
  securityEmail: 'security@firnwall.example',
  city: 'Zurich',
  location: 'Zurich, Switzerland',
  /** Musterstrasse is the customary Swiss placeholder for a street. */
  postalAddress: 'Musterstrasse 1, 8001 Zurich, Switzerland',
  canton: 'Canton of Zurich',
} as const

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
    bio: 'Leads detection and response engagements and answers for the quality of every assignment. Began in industrial control systems and still reads a network diagram before a slide deck.',
    linkedin: founder.linkedin,
  },
  {
    id: 'flurin',
    name: 'Flurin Seewander',
    role: 'Detection Engineering Lead',
    bio: 'Builds SIEM content as software: Sigma rules under version control, tested in a pipeline, measured against MITRE ATT&CK and retired when they stop earning their alerts.',
    linkedin: 'https://linkedin.example/in/flurin-seewander',
  },
  {
    id: 'mirjam',
    name: 'Mirjam Oberfirst',
    role: 'Governance, Risk and Compliance Lead',
    bio: 'Turns FINMA circulars and ISO standards into controls that operations can run. Has prepared management systems for certification from both sides of the audit table.',
    linkedin: 'https://linkedin.example/in/mirjam-oberfirst',
  },
  {
    id: 'aurelio',
    name: 'Aurelio Montalva',
    role: 'Cloud Security Architect',
    bio: 'Designs Azure landing zones in which the secure path is also the shortest one. Specialises in identity, policy as code and the migration of regulated workloads.',
    linkedin: 'https://linkedin.example/in/aurelio-montalva',
  },
  {
    id: 'selma',
    name: 'Selma Lindengrat',
    role: 'DevSecOps and Vulnerability Engineer',
    bio: 'A former software engineer who puts security checks where developers already look: in the pull request, with a fix, and without a second dashboard.',
  },
  {
    id: 'jonas',
    name: 'Jonas Kaltegg',
    role: 'Red Team Lead',
    bio: 'Plans and runs adversary emulation against production defences within agreed limits, then sits down with the blue team until each technique is either detected or accepted.',
    linkedin: 'https://linkedin.example/in/jonas-kaltegg',
  },
  {
    id: 'noemie',
    name: 'Noémie Clairvent',
    role: 'Threat Intelligence and Data Engineer',
    bio: 'Connects intelligence sources to the data an organisation already holds. Works in STIX, SQL and plain language, depending on who asks.',
  },
  {
    id: 'dario',
    name: 'Dario Passalva',
    role: 'Data Protection and Awareness Adviser',
    bio: 'Advises on the revised FADP and the GDPR and runs training that respects the people in the room. Prefers one rehearsed procedure to ten posters.',
    linkedin: 'https://linkedin.example/in/dario-passalva',
  },
] as const satisfies readonly TeamMember[]

export type PersonId = (typeof team)[number]['id']

export function personName(id: PersonId): string {
  const person = team.find((member) => member.id === id)
  if (!person) throw new Error(`no person ${id} in the team`)
  return person.name
}

/** What the sample team holds between them. */
export const teamCertifications: readonly Certification[] = [
  { name: 'CISSP', issuer: 'ISC2' },
  { name: 'CCSP', issuer: 'ISC2' },
  { name: 'CISM', issuer: 'ISACA' },
  { name: 'CRISC', issuer: 'ISACA' },
  { name: 'GCIA, Certified Intrusion Analyst', issuer: 'GIAC' },
  { name: 'GCFA, Certified Forensic Analyst', issuer: 'GIAC' },
  { name: 'GCTI, Cyber Threat Intelligence', issuer: 'GIAC' },
  { name: 'GICSP, Industrial Cyber Security Professional', issuer: 'GIAC' },
  { name: 'OSCP', issuer: 'OffSec' },
  { name: 'SC-100, Cybersecurity Architect Expert', issuer: 'Microsoft' },
  { name: 'SC-200, Security Operations Analyst Associate', issuer: 'Microsoft' },
  { name: 'ISO/IEC 27001 Lead Implementer', issuer: 'PECB' },
  { name: 'ISO/IEC 27001 Lead Auditor', issuer: 'PECB' },
  { name: 'CIPP/E', issuer: 'IAPP' },
]
