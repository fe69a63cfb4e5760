import type { ReactNode } from 'react'
import { OfferingCards } from '../components/sections/cards'
import { Closing } from '../components/sections/closing'
import { Groups, MarkedList, Paragraphs, Steps } from '../components/sections/lists'
import { PageHero } from '../components/sections/page-hero'
import { Section } from '../components/sections/section'
import { Seo } from '../components/ui/seo'
import type { Service } from '../content/types'

/** `sample` is one of the deliverables. */
export function ServicePage({
  service,
  picture,
  sample,
}: {
  service: Service
  picture: ReactNode
  sample: ReactNode
}) {
  const { hero, topics, lists, approach, results } = service
  return (
    <>
      <Seo page={service} />
      <PageHero hero={hero} back={service.back} picture={picture} />
      <div className="border-line border-t bg-mist py-12 md:py-16">
        <div className="wrap grid12">
          <div className="col-span-12 lg:col-span-8 lg:col-start-5">
            <Paragraphs items={service.overview} />
          </div>
        </div>
      </div>
      {sample}
      <Section heading={topics.heading} intro={topics.intro}>
        <OfferingCards items={topics.items} />
      </Section>
      <Section heading={approach.heading} intro={approach.intro}>
        <Steps items={approach.items} />
      </Section>
      <Section heading={lists.heading} intro={lists.intro}>
        <Groups groups={lists.groups} />
      </Section>
      <Section heading={results.heading} intro={results.intro} tone="mist">
        <MarkedList items={results.items} />
      </Section>
      <Closing block={service.closing} />
    </>
  )
}
