import { homePage as page } from '#texts/home'
import { ClosingCards } from '../components/sections/closing'
import { Comparison } from '../components/sections/comparison'
import { LinkRows, Points } from '../components/sections/rows'
import { Section } from '../components/sections/section'
import { AppLink } from '../components/ui/app-link'
import { ArrowLink, ButtonLink } from '../components/ui/links'
import { Seo } from '../components/ui/seo'
import { Ridge } from '../pictures/ridge'

/** Puts each sentence of the heading on a line. */
function HeroHeading({ text }: { text: string }) {
  return (
    <h1 tabIndex={-1} className="text-display tracking-[-0.045em]">
      {text.split(/(?<=\.) /).map((sentence) => (
        <span key={sentence} className="block">
          {`${sentence} `}
        </span>
      ))}
    </h1>
  )
}

function Hero() {
  const { hero, tiles, tilesLabel } = page
  return (
    <div className="overflow-hidden">
      <div className="wrap">
        <div className="grid12 items-end gap-y-6 pt-8 pb-4 md:pt-16">
          <div className="col-span-12 lg:col-span-8">
            <p className="mb-5 font-bold text-red text-small">{hero.eyebrow}</p>
            <HeroHeading text={hero.heading} />
          </div>
          <div className="col-span-12 lg:col-span-4 lg:pb-2">
            <p className="text-ink">{hero.lead}</p>
            <p className="mt-6 flex flex-wrap gap-3">
              <ButtonLink cta={hero.primary} />
              <ButtonLink cta={hero.secondary} plain />
            </p>
          </div>
        </div>
      </div>
      <Ridge />
      <div className="border-line border-b bg-ice-fill">
        <ul className="wrap grid grid-cols-2 lg:grid-cols-4" aria-label={tilesLabel}>
          {tiles.map((tile) => (
            <li key={tile.href} className="tile relative leading-tight">
              <AppLink to={tile.href} className="cover font-bold text-ink leading-tight tracking-tight">
                {tile.title}&nbsp;<span aria-hidden="true">→</span>
              </AppLink>
              <p className="label mt-1 text-body">{tile.description}</p>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

export default function Home() {
  const { services, fifthService, samples, ways, programs, whyUs } = page
  return (
    <>
      <Seo page={page} />
      <Hero />
      <Section heading={services.heading} intro={services.intro}>
        <LinkRows items={services.cards} />
        <p>
          {fifthService.intro} <ArrowLink cta={fifthService.cta} />
        </p>
        <p>
          <ArrowLink cta={services.all} />
        </p>
        <p className="flex flex-wrap items-center gap-x-4">
          {samples.intro}
          {samples.links.map((link) => (
            <ArrowLink key={link.href} cta={link} hash="#sample" />
          ))}
        </p>
      </Section>
      <Section heading={ways.heading} intro={ways.intro} tone="mist">
        <Comparison {...ways} />
      </Section>
      <Section heading={programs.heading} intro={programs.intro}>
        <LinkRows items={programs.cards} />
        <p className="mt-2">
          <ArrowLink cta={programs.all} />
        </p>
      </Section>
      <Section heading={whyUs.heading}>
        <Points items={whyUs.items} />
      </Section>
      <ClosingCards heading={page.contact.heading} intro={page.contact.intro} cards={page.contact.cards} />
    </>
  )
}
