import type { ReactNode } from 'react'
import { longDate } from '#texts/dates'
import { paths } from '#texts/paths'
import { founder, personName, site } from '#texts/site'
import { Closing } from '../components/sections/closing'
import { PageHero } from '../components/sections/page-hero'
import { AppLink } from '../components/ui/app-link'
import { Seo } from '../components/ui/seo'
import { TextBlocks } from '../components/ui/text-blocks'
import type { Article } from '../content/types'

function Byline({ author }: { author: Article['author'] }) {
  if (!author) return site.name
  return (
    <AppLink to={author === founder.id ? paths.founder : paths.team} className="link">
      {personName(author)}
    </AppLink>
  )
}

/** One column of text below the picture. */
export function ArticlePage({ page, picture }: { page: Article; picture?: ReactNode }) {
  return (
    <article>
      <Seo page={page} />
      <PageHero hero={page.hero} back={page.back} picture={picture}>
        <p className="label">
          <time dateTime={page.published}>{longDate(page.published)}</time> · <Byline author={page.author} />
        </p>
      </PageHero>
      <div className="border-line border-t py-12 md:py-20">
        <div className="wrap grid12">
          <div className="col-span-12 lg:col-span-8 lg:col-start-5">
            {page.sections.map((section) => (
              <section key={section.id} id={section.id} className="measure mb-12">
                <h2 className="mb-4 text-h3">{section.heading}</h2>
                <TextBlocks blocks={section.blocks} />
              </section>
            ))}
          </div>
        </div>
      </div>
      <Closing block={page.closing} />
    </article>
  )
}
