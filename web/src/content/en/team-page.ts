import type { Certification } from '../firm-types'
import type { TeamPage } from '../types'
import { paths } from './paths'
import { team } from './people'
import { type PersonId, site } from './site'

/** Sample content, as the people are. */
const bios: Record<PersonId, string> = {
  ladina:
    'Leads detection and response engagements and is accountable for the quality of every project. Started her career in industrial control systems.',
  flurin:
    'Builds SIEM content as software: Sigma rules under version control, tested in a pipeline, measured against MITRE ATT&CK and retired when they no longer help.',
  mirjam:
    'Turns FINMA circulars and ISO standards into controls that operations teams can run. Has worked on certifications both as an implementer and as an auditor.',
  aurelio:
    'Designs Azure landing zones in which the secure option is also the easiest one. Specialises in identity, policy as code and the migration of regulated workloads.',
  selma:
    'A former software engineer who adds security checks to the pull request, each with a suggested fix, so that developers need no additional dashboard.',
  jonas:
    'Plans and runs adversary emulation against production defences within agreed limits, then works with the blue team until each technique is either detected or accepted as a risk.',
  noemie:
    'Connects threat intelligence to the data an organisation already has. Works with STIX, SQL and data pipelines, and briefs management in plain language.',
  dario:
    'Advises on the revised FADP and the GDPR and trains staff, developers and management with practical exercises.',
}

/** What the sample team holds between them. */
const teamCertifications: readonly Certification[] = [
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

export const teamPage: TeamPage = {
  path: paths.team,
  title: `The team | ${site.name}`,
  description:
    'Eight consultants for detection engineering, cloud, DevSecOps, red teaming, threat intelligence, governance and data protection, and their certifications.',
  hero: {
    eyebrow: 'Team',
    heading: 'The people you would work with',
    lead: 'These are the consultants who join the first call, do the work, and answer the phone afterwards.',
  },
  members: {
    heading: 'Eight consultants',
    items: team.map((member) => ({ ...member, bio: bios[member.id] })),
    networkLink: 'LinkedIn profile',
    write: (firstName) => `Write to ${firstName}`,
  },
  certifications: {
    heading: 'Team certifications',
    intro: 'Certifications held by members of the team. All are current.',
    items: teamCertifications,
  },
  closing: {
    heading: 'Who would you like to talk to?',
    text: 'Name a person or just the topic. The right consultant will reply.',
    cta: { label: 'Contact the team', href: paths.contact },
  },
}
