import { servicesPage as page } from '#texts/services'
import { LinkCards } from '../../components/sections/cards'
import { Closing } from '../../components/sections/closing'
import { Statements, Steps } from '../../components/sections/lists'
import { PageHero } from '../../components/sections/page-hero'
import { Section } from '../../components/sections/section'
import { ButtonLink } from '../../components/ui/links'
import { CallLine } from '../../components/ui/phone'
import { Seo } from '../../components/ui/seo'
import type { RoutePath } from '../../content/addresses'
import { Disciplines } from '../../pictures/disciplines'

/** Straight to the sample on the page of its service. */
const shown = page.samples.items.map((item) => ({ ...item, href: `${item.href}#sample` as RoutePath }))

export default function Services() {
  const { samples, incident, notOffered } = page
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero} picture={<Disciplines />} />
      <Section heading={page.cardsHeading}>
        <LinkCards items={page.cards} />
      </Section>
      <Section heading={samples.heading} tone="mist">
        <LinkCards items={shown} />
      </Section>
      <Section heading={incident.heading} intro={incident.intro}>
        <Steps items={incident.items} />
        <CallLine className="mt-8" />
        <p className="mt-6">
          <ButtonLink cta={incident.cta} inquiry={incident.inquiry} />
        </p>
      </Section>
      <Section heading={notOffered.heading}>
        <Statements items={notOffered.items} />
      </Section>
      <Closing block={page.closing} />
    </>
  )
}
