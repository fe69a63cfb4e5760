import type { BlogPage } from '../types'
import { aboutSite } from './articles/facts'
import { teasers } from './articles/teasers'
import { paths } from './paths'
import { networks, site } from './site'

const comingSoon = 'Coming Soon'

export const blogPage: BlogPage = {
  path: paths.blog,
  title: `Blog | ${site.name}`,
  description:
    'Articles by the consultants who do the work, on account takeovers, detection rules and logs under data protection law, and on how this site works.',
  hero: {
    eyebrow: 'Blog',
    heading: 'Notes from our projects',
    lead: 'Each article describes what we configured, what we measured, and what the limits are.',
  },
  articles: { heading: 'Articles', items: [teasers.takeover, teasers.detectionRule, teasers.accessLog] },
  aboutSite: {
    heading: aboutSite,
    intro: 'The contact form is our own software. Three articles say how it treats what you send.',
    items: [teasers.deletion, teasers.botCheck, teasers.mailOutage],
  },
  upcoming: {
    heading: 'Upcoming Articles',
    items: [
      {
        category: 'Cloud Security',
        title: 'The permissions nobody granted',
        excerpt:
          'Inherited roles, nested groups and old consent grants: where effective permissions in Azure and Entra ID come from, and how to find the ones that matter.',
        date: comingSoon,
      },
      {
        category: 'Threat Intelligence',
        title: 'Indicators with an expiry date',
        excerpt:
          'Why most indicator feeds produce more alerts but not more detections, and what happens when an operations centre lets indicators expire.',
        date: comingSoon,
      },
      {
        category: 'DevSecOps',
        title: 'When should a scanner break the build?',
        excerpt:
          'Criteria for moving a check from reporting to blocking, how to measure whether developers trust it, and the two exceptions we always allow.',
        date: comingSoon,
      },
    ],
  },
  elsewhere: {
    heading: 'Elsewhere',
    text: 'We also publish articles on Medium, and post short updates and event dates on LinkedIn.',
    links: [
      { label: 'Read on Medium', url: networks.medium.url },
      { label: 'Follow on LinkedIn', url: networks.linkedin.url },
    ],
  },
  closing: {
    heading: 'Is there a topic you would like us to cover?',
    text: 'Send us your question. If it is urgent, we will answer it before we write about it.',
    cta: { label: 'Suggest a topic', href: paths.contact },
    inquiry: { reason: 'other' },
  },
}
