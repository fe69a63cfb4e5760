import type { AboutPage } from '../types'
import { serviceBadge, teamSize } from './figures'
import { paths } from './paths'
import { procurementFacts } from './procurement'
import { founder, site } from './site'

export const aboutPage: AboutPage = {
  path: paths.about,
  title: `About ${site.name}`,
  description: `A cyber defence consultancy from ${site.city} with two engagement models: one consultant working directly with you, or a team scaling from 1 to 6+ experts.`,
  hero: {
    eyebrow: 'About us',
    heading: 'A small firm of practitioners',
    lead: `${site.name} is a cyber defence consultancy in ${site.city}. We build security controls that organisations can operate themselves after we leave.`,
  },
  intro: [
    'Our name combines “firn”, the compacted snow that feeds a glacier, with “wall”.',
    'We stay small on purpose. Everyone here both advises and builds: the consultant who recommends a change can also make it.',
  ],
  models: {
    heading: 'Two engagement models',
    items: [
      {
        title: 'Individual consultant engagement',
        description: `One specialist works as a member of your team: ${founder.firstName}, or a colleague with the right expertise.`,
        badge: '1 consultant',
        points: [
          'Suited to reviews, designs, interim roles and coaching',
          'Starts within days, without a project office',
          'Billed for time worked, with a short notice period on both sides',
        ],
      },
      {
        title: 'Full consulting team engagement',
        description: `A team scaling from ${teamSize} experts under one lead, staffed for the task and adjusted as the task changes.`,
        badge: serviceBadge,
        points: [
          'Suited to programs, migrations and regulatory deadlines',
          'Scope, deliverables and acceptance criteria agreed in advance',
          'One lead is accountable for progress, quality and handover',
        ],
      },
    ],
  },
  principles: {
    heading: 'How we work',
    items: [
      {
        title: 'Say what we do not know',
        description: 'Our reports separate what we have verified from what we assume.',
      },
      {
        title: 'Hand over everything',
        description: 'An engagement ends when your own people have taken over what we built.',
      },
      {
        title: 'Keep data to a minimum',
        description:
          'We request only the access that the work requires, store our notes in Switzerland, and delete them on the agreed date.',
      },
    ],
  },
  facts: procurementFacts,
  quotation: {
    text: 'At a water treatment plant, I watched a vendor change a setpoint through a remote session. There was an alarm for that. It had never been tested, and it stayed silent.',
    by: founder.name,
    role: founder.role,
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
          'Eight consultants with complementary skills, from detection engineering to data protection.',
        cta: { label: 'Meet the team', href: paths.team },
      },
    ],
  },
  closing: {
    heading: 'Find out whether we are a good fit',
    text: 'The first call takes 30 to 60 minutes and is free. By the end of it, you will know whether we can help.',
    cta: { label: 'Arrange a first call', href: paths.contact },
  },
}
