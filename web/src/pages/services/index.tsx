import { servicesPage as page } from '#texts/services'
import { LinkCards } from '../../components/sections/cards'
import { Closing } from '../../components/sections/closing'
import { PageHero } from '../../components/sections/page-hero'
import { Section } from '../../components/sections/section'
import { Seo } from '../../components/ui/seo'
import { Disciplines } from '../../pictures/disciplines'

export default function Services() {
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero} picture={<Disciplines />} />
      <Section heading={page.cardsHeading}>
        <LinkCards items={page.cards} />
      </Section>
      <Closing block={page.closing} />
    </>
  )
}
