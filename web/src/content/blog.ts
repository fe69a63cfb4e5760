import type { ExternalLink } from './firm-types'
import { networks, site } from './site'
import type { BlogTeaser, CtaBlock, Hero, Page } from './types'

export interface BlogPage extends Page {
  readonly hero: Hero
  readonly upcoming: { readonly heading: string; readonly items: readonly BlogTeaser[] }
  readonly elsewhere: {
    readonly heading: string
    readonly text: string
    readonly links: readonly ExternalLink[]
  }
  readonly closing: CtaBlock
}

const comingSoon = 'Coming Soon'

export const blogPage: BlogPage = {
  path: '/blog',
  title: `Blog | ${site.name}`,
  description:
    'Upcoming articles on cloud security, threat intelligence and DevSecOps, written by the consultants who do the work, and where to read us today.',
  hero: {
    eyebrow: 'Blog',
    heading: 'Notes from the work',
    lead: 'We write when a project has taught us something that others can use: with configuration, with limits, and without a product to sell at the end.',
  },
  upcoming: {
    heading: 'Upcoming Articles',
    items: [
      {
        category: 'Cloud Security',
        title: 'The permissions nobody granted',
        excerpt:
          'Inherited roles, group nesting and consent given years ago: how effective rights in Azure and Entra ID come about, and a method to find those that matter.',
        date: comingSoon,
      },
      {
        category: 'Threat Intelligence',
        title: 'Indicators with an expiry date',
        excerpt:
          'Why most indicator feeds raise the number of alerts and not the number of detections, and what happens to an operations centre that lets its indicators age.',
        date: comingSoon,
      },
      {
        category: 'DevSecOps',
        title: 'When may a scanner stop a build?',
        excerpt:
          'Criteria for moving a check from report to block, how to measure whether developers trust it, and the two exceptions we always leave open.',
        date: comingSoon,
      },
    ],
  },
  elsewhere: {
    heading: 'Until then',
    text: 'Longer pieces by our authors appear on Medium, shorter observations and dates on LinkedIn.',
    links: [
      { label: 'Read on Medium', url: networks.medium.url },
      { label: 'Follow on LinkedIn', url: networks.linkedin.url },
    ],
  },
  closing: {
    heading: 'A subject you would like covered?',
    text: 'Questions from practice make the best articles. Send us yours; if it is urgent, we will answer it before we write about it.',
    cta: { label: 'Suggest a subject', href: '/contact' },
  },
}
