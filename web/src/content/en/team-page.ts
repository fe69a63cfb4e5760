import type { Spoken } from '../firm-types'
import { certifications, profiles } from '../profiles'
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

const spoken: Record<Spoken, string> = {
  de: 'German',
  fr: 'French',
  it: 'Italian',
  rm: 'Romansh',
  en: 'English',
}

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
    items: team.map((member) => ({
      ...member,
      ...profiles[member.id],
      bio: bios[member.id],
      languages: profiles[member.id].speaks.map((language) => spoken[language]).join(', '),
    })),
    since: (year) => `In security since ${year}`,
    certificates: 'Certificates',
    networkLink: 'LinkedIn profile',
    write: (firstName) => `Write to ${firstName}`,
  },
  certifications: {
    heading: 'Team certifications',
    intro:
      'Certifications held by members of the team. All are current. Where a register is linked, it confirms the holder’s number; the other certificates are shown on request.',
    verify: (issuer) => `Verify at ${issuer}`,
    numbers: {
      ISC2: 'Number, checked with the last name',
      ISACA: 'Certification number',
      GIAC: 'Analyst number',
      OffSec: 'OffSec ID',
      Microsoft: 'Credential ID, behind the link that the holder shares',
      PECB: 'Certificate number',
    },
    onRequest: 'Shown on request',
    items: certifications,
  },
  closing: {
    heading: 'Who would you like to talk to?',
    text: 'Name a person or just the topic. The right consultant will reply.',
    cta: { label: 'Contact the team', href: paths.contact },
  },
}
