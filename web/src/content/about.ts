import { serviceBadge, teamSize } from './constants'
import { paths } from './paths'
import { founder, site } from './site'
import type { Cta, CtaBlock, Hero, Offering, Page } from './types'

export interface EngagementModel extends Offering {
  readonly badge: string
  readonly points: readonly string[]
}

export interface AboutPage extends Page {
  readonly hero: Hero
  readonly intro: readonly string[]
  readonly models: { readonly heading: string; readonly items: readonly EngagementModel[] }
  readonly principles: { readonly heading: string; readonly items: readonly Offering[] }
  readonly people: { readonly heading: string; readonly items: readonly (Offering & { readonly cta: Cta })[] }
  readonly closing: CtaBlock
}

export const aboutPage: AboutPage = {
  path: '/about',
  title: `About ${site.name}`,
  description: `A cyber defence consultancy from ${site.city} with two engagement models: one consultant working directly with you, or a team scaling from 1 to 6+ experts.`,
  hero: {
    eyebrow: 'About us',
    heading: 'A small firm for serious work',
    lead: `${site.name} is a cyber defence consultancy in ${site.city}. We build and improve the security of organisations that will afterwards run it themselves.`,
  },
  intro: [
    site.nameStory,
    'We remain small on purpose. Everyone here advises and everyone here builds, which keeps advice honest, because sooner or later its author has to implement it.',
  ],
  models: {
    heading: 'Two engagement models',
    items: [
      {
        title: 'Individual consultant engagement',
        description: `One specialist, usually ${founder.firstName} or the colleague closest to your subject, works with your people as a member of the team.`,
        badge: '1 consultant',
        points: [
          'Suited to reviews, designs, interim roles and coaching',
          'Starts within days, without a project organisation',
          'Charged by time, ended by a short notice from either side',
        ],
      },
      {
        title: 'Full consulting team engagement',
        description: `A team scaling from ${teamSize} experts under one lead, composed for the task and changed as the task changes.`,
        badge: serviceBadge,
        points: [
          'Suited to programs, migrations and regulatory deadlines',
          'Scope, deliverables and acceptance agreed beforehand',
          'One lead answers for progress, quality and handover',
        ],
      },
    ],
  },
  principles: {
    heading: 'How we work',
    items: [
      {
        title: 'Say what we do not know',
        description:
          'An assumption is marked as one. It is the cheapest safeguard in consulting, and the rarest.',
      },
      {
        title: 'Leave things running',
        description:
          'An assignment ends with your people operating the result, not with a document about it.',
      },
      {
        title: 'Handle data sparingly',
        description:
          'We take the least access that will do, keep notes in Switzerland, and delete them on the date we promised.',
      },
    ],
  },
  people: {
    heading: 'The people',
    items: [
      {
        title: founder.name,
        description:
          'The founder’s background, certifications, selected roles and projects, and the sectors she knows.',
        cta: { label: 'Read the founder profile', href: paths.founder },
      },
      {
        title: 'The team',
        description:
          'Eight consultants with complementary fields, from detection engineering to data protection.',
        cta: { label: 'Meet the team', href: '/about-team' },
      },
    ],
  },
  closing: {
    heading: 'See whether we suit each other',
    text: 'A first conversation takes thirty to sixty minutes and costs nothing. You will know afterwards whether we are the right people.',
    cta: { label: 'Arrange a first conversation', href: '/contact' },
  },
}
