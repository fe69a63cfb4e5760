import type { ReactNode } from 'react'
import { blogPage as page } from '#texts/blog'
import { longDate } from '#texts/dates'
import { personName } from '#texts/site'
import { Closing } from '../components/sections/closing'
import { PageHero } from '../components/sections/page-hero'
import { Section } from '../components/sections/section'
import { AppLink } from '../components/ui/app-link'
import { OutLink } from '../components/ui/links'
import { Seo } from '../components/ui/seo'
import type { ArticleTeaser } from '../content/types'

type TeaserProps = { category: string; date: ReactNode; title: ReactNode; excerpt: string }

function Teaser({ category, date, title, excerpt }: TeaserProps) {
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 text-small">
        <span className="font-bold text-red">{category}</span>
        <span className="label">{date}</span>
      </p>
      <h3 className="mt-3">{title}</h3>
      <p className="measure mt-3">{excerpt}</p>
    </>
  )
}

function Articles({ items }: { items: readonly ArticleTeaser[] }) {
  return (
    <ul>
      {items.map((teaser) => (
        <li key={teaser.path} className="card card-link">
          <Teaser
            category={teaser.category}
            date={
              <>
                {teaser.author ? `${personName(teaser.author)} · ` : null}
                <time dateTime={teaser.published}>{longDate(teaser.published)}</time>
              </>
            }
            title={<AppLink to={teaser.path}>{teaser.title}</AppLink>}
            excerpt={teaser.excerpt}
          />
        </li>
      ))}
    </ul>
  )
}

export default function Blog() {
  const { articles, aboutSite, upcoming, elsewhere } = page
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero} />
      <Section heading={articles.heading}>
        <Articles items={articles.items} />
      </Section>
      <Section heading={aboutSite.heading} intro={aboutSite.intro}>
        <Articles items={aboutSite.items} />
      </Section>
      <Section heading={upcoming.heading}>
        <ul>
          {upcoming.items.map((teaser) => (
            <li key={teaser.title} className="card">
              <Teaser {...teaser} />
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={elsewhere.heading} tone="mist">
        <p className="measure text-lead">{elsewhere.text}</p>
        <p className="mt-6 flex flex-wrap gap-3">
          {elsewhere.links.map((link) => (
            <OutLink key={link.url} url={link.url} className="button button-plain">
              {link.label}
            </OutLink>
          ))}
        </p>
      </Section>
      <Closing block={page.closing} />
    </>
  )
}
