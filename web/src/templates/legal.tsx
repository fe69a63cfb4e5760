import { ui } from '#texts/nav'
import { Closing } from '../components/sections/closing'
import { PageHero } from '../components/sections/page-hero'
import { Seo } from '../components/ui/seo'
import { TextBlocks } from '../components/ui/text-blocks'
import type { LegalPage as Legal } from '../content/types'

/** Numbered sections with a table of contents beside them. */
export function LegalPage({ page, children }: { page: Legal; children?: React.ReactNode }) {
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero} back={page.back}>
        {children}
      </PageHero>
      <div className="border-line border-t py-12">
        <div className="wrap grid12 gap-y-10">
          <nav aria-label={ui.pageSections} className="no-print col-span-12 lg:col-span-4">
            <ol className="tabular text-small lg:sticky lg:top-28">
              {page.sections.map((section, index) => (
                <li key={section.id}>
                  <a href={`#${section.id}`} className="flex min-h-8 items-center gap-3 hover:text-red">
                    <span className="label w-6">{index + 1}</span>
                    {section.heading}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="col-span-12 lg:col-span-8">
            {page.sections.map((section, index) => (
              <section key={section.id} id={section.id} className="measure mb-12">
                <h2 className="mb-4 text-h3">{`${index + 1}. ${section.heading}`}</h2>
                <TextBlocks blocks={section.blocks} />
              </section>
            ))}
          </div>
        </div>
      </div>
      <Closing block={page.closing} />
    </>
  )
}
