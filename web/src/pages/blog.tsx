import { Closing } from '../components/sections/closing'
import { PageHero } from '../components/sections/page-hero'
import { Section } from '../components/sections/section'
import { AppLink } from '../components/ui/app-link'
import { OutLink } from '../components/ui/links'
import { Seo } from '../components/ui/seo'
import { blogPage as page } from '../content/blog'
import { longDate } from '../content/long-date'

export default function Blog() {
  const { articles, upcoming, elsewhere } = page
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero} />
      <Section heading={articles.heading}>
        <ul>
          {articles.items.map((teaser) => (
            <li key={teaser.path} className="card card-link">
              <p className="flex justify-between gap-4 text-small">
                <span className="font-bold text-red">{teaser.category}</span>
                <time className="label" dateTime={teaser.published}>
                  {longDate(teaser.published)}
                </time>
              </p>
              <h3 className="mt-3">
                <AppLink to={teaser.path}>{teaser.title}</AppLink>
              </h3>
              <p className="measure mt-3">{teaser.excerpt}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={upcoming.heading}>
        <ul>
          {upcoming.items.map((teaser) => (
            <li key={teaser.title} className="card">
              <p className="flex justify-between gap-4 text-small">
                <span className="font-bold text-red">{teaser.category}</span>
                <span className="label">{teaser.date}</span>
              </p>
              <h3 className="mt-3">{teaser.title}</h3>
              <p className="measure mt-3">{teaser.excerpt}</p>
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
