import type { ReactNode } from 'react'
import { factsLink } from '#texts/facts-link'
import { OfferingCards } from '../components/sections/cards'
import { Change } from '../components/sections/change'
import { Closing } from '../components/sections/closing'
import { MarkedList, Paragraphs, Statements } from '../components/sections/lists'
import { PageHero } from '../components/sections/page-hero'
import { Section } from '../components/sections/section'
import { ArrowLink } from '../components/ui/links'
import { Seo } from '../components/ui/seo'
import type { Segment } from '../content/types'

export function SegmentPage({ segment, picture }: { segment: Segment; picture: ReactNode }) {
  const { hero, intro, change, offerings, idealFor, ecosystem, reasons, closing } = segment
  return (
    <>
      <Seo page={segment} />
      <PageHero hero={hero} picture={picture} />
      <div className="border-line border-t bg-mist py-12 md:py-16">
        <div className="wrap grid12">
          <div className="col-span-12 lg:col-span-8 lg:col-start-5">
            <Paragraphs items={intro} />
          </div>
        </div>
      </div>
      <Change {...change} />
      {offerings.map((section) => (
        <Section key={section.heading} heading={section.heading} intro={section.intro}>
          <OfferingCards items={section.items} />
        </Section>
      ))}
      {idealFor ? (
        <Section heading={idealFor.heading} intro={idealFor.intro} tone="mist">
          <MarkedList items={idealFor.items} />
        </Section>
      ) : null}
      {ecosystem ? (
        <Section heading={ecosystem.heading} tone="mist">
          <p className="measure text-lead">{ecosystem.text}</p>
        </Section>
      ) : null}
      <Section heading={reasons.heading} intro={reasons.intro}>
        <Statements items={reasons.items} />
        <p className="mt-8">
          <ArrowLink cta={factsLink} hash="#facts" />
        </p>
      </Section>
      <Closing block={closing} />
    </>
  )
}
