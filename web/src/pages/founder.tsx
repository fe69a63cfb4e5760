import { founderPage as page } from '#texts/founder'
import { founder, networks } from '#texts/site'
import { OfferingCards } from '../components/sections/cards'
import { Closing } from '../components/sections/closing'
import { Paragraphs } from '../components/sections/lists'
import { PageHero } from '../components/sections/page-hero'
import { Section } from '../components/sections/section'
import { ExperienceIcon } from '../components/ui/experience-icon'
import { OutLink } from '../components/ui/links'
import { Seo } from '../components/ui/seo'
import type { Certification } from '../content/firm-types'

function Certifications({ title, items }: { title: string; items: readonly Certification[] }) {
  return (
    <div className="border-ink border-t-2 pt-4">
      <h3>{title}</h3>
      <ul className="mt-3">
        {items.map((item) => (
          <li key={item.name} className="flex justify-between gap-4 border-line border-t py-2.5">
            <span className="text-ink">{item.title ? `${item.name}, ${item.title}` : item.name}</span>
            <span className="label shrink-0 pt-0.5">{item.issuer}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export default function Founder() {
  const { background, certifications, experience, sectors } = page
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero}>
        <OutLink url={founder.linkedin}>{networks.linkedin.label}</OutLink>
      </PageHero>
      <Section heading={background.heading} tone="mist">
        <Paragraphs items={background.paragraphs} />
      </Section>
      <Section heading={experience.heading}>
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {experience.items.map((item) => (
            <li key={item.title} className="card">
              <div className="mb-4 flex items-center justify-between">
                <ExperienceIcon name={item.icon} />
                <span className="label">{item.type}</span>
              </div>
              <h3>{item.title}</h3>
              <p className="mt-3 mb-5">{item.description}</p>
              <ul className="mt-auto flex flex-wrap gap-2">
                {item.tags.map((tag) => (
                  <li key={tag} className="badge">
                    {tag}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={certifications.heading}>
        <div className="grid gap-8 sm:grid-cols-2">
          <Certifications {...certifications.accomplished} />
          <Certifications {...certifications.ongoing} />
        </div>
      </Section>
      <Section heading={sectors.heading}>
        <OfferingCards items={sectors.items} />
      </Section>
      <Closing block={page.closing} />
    </>
  )
}
