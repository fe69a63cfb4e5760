import { programsPage as page } from '#texts/programs'
import { LinkCards } from '../../components/sections/cards'
import { Closing } from '../../components/sections/closing'
import { PageHero } from '../../components/sections/page-hero'
import { Section } from '../../components/sections/section'
import { ArrowLink } from '../../components/ui/links'
import { Seo } from '../../components/ui/seo'
import { ProgramPlan } from '../../pictures/program-plan'

export default function Programs() {
  const { experts } = page
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero} picture={<ProgramPlan />} />
      <Section heading={page.cardsHeading} intro={page.cardsIntro}>
        <LinkCards items={page.cards} />
      </Section>
      <Section heading={experts.heading} intro={experts.intro} tone="mist">
        <dl className="grid gap-x-8 sm:grid-cols-2">
          {experts.items.map((expert) => (
            <div key={expert.name} className="border-line border-t py-3">
              <dt className="font-bold text-ink">{expert.name}</dt>
              <dd className="text-small">{expert.role}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6">
          <ArrowLink cta={experts.link} />
        </p>
      </Section>
      <Closing block={page.closing} />
    </>
  )
}
