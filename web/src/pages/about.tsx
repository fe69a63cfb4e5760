import { aboutPage as page } from '#texts/about'
import { Closing } from '../components/sections/closing'
import { Engagements } from '../components/sections/engagement'
import { Groups, Paragraphs, Statements } from '../components/sections/lists'
import { PageHero } from '../components/sections/page-hero'
import { Section } from '../components/sections/section'
import { AppLink } from '../components/ui/app-link'
import { Seo } from '../components/ui/seo'
import { FullTeam, OneConsultant } from '../pictures/engagement'

const drawings = [<OneConsultant key="one" />, <FullTeam key="team" />]

export default function About() {
  const { quotation } = page
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero} />
      <div className="border-line border-t bg-mist py-12 md:py-16">
        <div className="wrap grid12">
          <div className="col-span-12 lg:col-span-8 lg:col-start-5">
            <Paragraphs items={page.intro} />
          </div>
        </div>
      </div>
      <Section heading={page.models.heading}>
        <Engagements items={page.models.items} drawings={drawings} />
      </Section>
      <Section heading={page.principles.heading}>
        <Statements items={page.principles.items} />
      </Section>
      <div className="night bg-paper py-12 md:py-20">
        <figure className="wrap grid12">
          <blockquote className="col-span-12 border-red border-l-4 pl-5 font-bold text-h2 text-ink leading-tight lg:col-span-8 lg:col-start-5">
            {quotation.text}
          </blockquote>
          <figcaption className="label col-span-12 mt-6 lg:col-span-8 lg:col-start-5">
            {`${quotation.by}, ${quotation.role}`}
          </figcaption>
        </figure>
      </div>
      <Section heading={page.people.heading}>
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {page.people.items.map((item) => (
            <li key={item.title} className="card card-link">
              <h3>{item.title}</h3>
              <p className="mt-3 mb-5">{item.description}</p>
              <p className="mt-auto">
                <AppLink to={item.cta.href} className="cover link font-bold">
                  {item.cta.label}
                </AppLink>
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <div id="facts">
        <Section heading={page.facts.heading} intro={page.facts.intro}>
          <Groups groups={page.facts.groups} />
        </Section>
      </div>
      <Closing block={page.closing} />
    </>
  )
}
