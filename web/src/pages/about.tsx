import { OfferingCards } from '../components/sections/cards'
import { Closing } from '../components/sections/closing'
import { Engagements } from '../components/sections/engagement'
import { Paragraphs } from '../components/sections/lists'
import { PageHero } from '../components/sections/page-hero'
import { Section } from '../components/sections/section'
import { AppLink } from '../components/ui/app-link'
import { Seo } from '../components/ui/seo'
import { aboutPage as page } from '../content/about'
import { FullTeam, OneConsultant } from '../pictures/engagement'

const drawings = [<OneConsultant key="one" />, <FullTeam key="team" />]

export default function About() {
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
        <OfferingCards items={page.principles.items} columns="" />
      </Section>
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
      <Closing block={page.closing} />
    </>
  )
}
