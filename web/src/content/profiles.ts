/** What the people of `firm.ts` bring with them: sample content, as they are. */
import type { PersonId } from './firm'
import type { Certification, Spoken } from './firm-types'

export const certifications = [
  { name: 'CISSP', issuer: 'ISC2' },
  { name: 'CCSP', issuer: 'ISC2' },
  { name: 'CISM', issuer: 'ISACA' },
  { name: 'CRISC', issuer: 'ISACA' },
  { name: 'GCIA', title: 'Certified Intrusion Analyst', issuer: 'GIAC' },
  { name: 'GCFA', title: 'Certified Forensic Analyst', issuer: 'GIAC' },
  { name: 'GCTI', title: 'Cyber Threat Intelligence', issuer: 'GIAC' },
  { name: 'GICSP', title: 'Industrial Cyber Security Professional', issuer: 'GIAC' },
  { name: 'OSCP', issuer: 'OffSec' },
  { name: 'SC-100', title: 'Cybersecurity Architect Expert', issuer: 'Microsoft' },
  { name: 'SC-200', title: 'Security Operations Analyst Associate', issuer: 'Microsoft' },
  { name: 'ISO/IEC 27001 Lead Implementer', issuer: 'PECB' },
  { name: 'ISO/IEC 27001 Lead Auditor', issuer: 'PECB' },
  { name: 'CIPP/E', issuer: 'IAPP' },
] as const satisfies readonly Certification[]

type CertificationName = (typeof certifications)[number]['name']
export type Issuer = (typeof certifications)[number]['issuer']

/** By their names, in the order of the list. */
export const certificationsOf = (names: readonly CertificationName[]): readonly Certification[] =>
  certifications.filter(({ name }) => names.includes(name))

export interface Profile {
  /** The year of the first job in security. */
  readonly since: number
  readonly speaks: readonly Spoken[]
  readonly certificates: readonly CertificationName[]
  /** The address of a square picture; without one, a drawing stands in. */
  readonly portrait?: `/${string}`
}

export const profiles: Readonly<Record<PersonId, Profile>> = {
  ladina: {
    since: 2006,
    speaks: ['rm', 'de', 'it', 'en'],
    certificates: ['CISSP', 'GICSP', 'GCIA', 'SC-200', 'ISO/IEC 27001 Lead Implementer'],
  },
  flurin: { since: 2012, speaks: ['rm', 'de', 'en'], certificates: ['GCIA', 'GCFA', 'SC-200'] },
  mirjam: {
    since: 2008,
    speaks: ['de', 'fr', 'en'],
    certificates: ['CISM', 'CRISC', 'ISO/IEC 27001 Lead Auditor'],
  },
  aurelio: { since: 2011, speaks: ['it', 'de', 'en'], certificates: ['CCSP', 'SC-100'] },
  selma: { since: 2015, speaks: ['de', 'en'], certificates: ['CISSP'] },
  jonas: { since: 2013, speaks: ['de', 'en'], certificates: ['OSCP'] },
  noemie: { since: 2014, speaks: ['fr', 'de', 'en'], certificates: ['GCTI'] },
  dario: { since: 2010, speaks: ['it', 'fr', 'de', 'en'], certificates: ['CIPP/E'] },
}
