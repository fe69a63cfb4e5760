import type { Certification, TeamMember } from './firm-types'
import { site, team, teamCertifications } from './site'
import type { CtaBlock, Hero, Page } from './types'

export interface TeamPage extends Page {
  readonly hero: Hero
  readonly members: {
    readonly heading: string
    readonly items: readonly TeamMember[]
    readonly networkLink: string
  }
  readonly certifications: {
    readonly heading: string
    readonly intro: string
    readonly items: readonly Certification[]
  }
  readonly closing: CtaBlock
}

export const teamPage: TeamPage = {
  path: '/about-team',
  title: `The team | ${site.name}`,
  description:
    'Eight consultants for detection engineering, cloud, DevSecOps, red teaming, threat intelligence, governance and data protection, and their certifications.',
  hero: {
    eyebrow: 'Team',
    heading: 'The people you would work with',
    lead: 'Nobody is hidden behind a job title here. These are the consultants who come to the first conversation, write the code, and answer the telephone afterwards.',
  },
  members: { heading: 'Eight consultants', items: team, networkLink: 'LinkedIn profile' },
  certifications: {
    heading: 'Team certifications',
    intro:
      'Certificates show that someone has studied. We keep them current, and let the work show the rest.',
    items: teamCertifications,
  },
  closing: {
    heading: 'Whom would you like to speak with?',
    text: 'Name a person or just the subject. The right colleague will answer you in person.',
    cta: { label: 'Contact the team', href: '/contact' },
  },
}
