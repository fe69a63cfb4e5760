import type { ReactNode } from 'react'
import { Calendar } from '../components/sections/calendar'
import { OfferingCards } from '../components/sections/cards'
import { Closing } from '../components/sections/closing'
import { Groups, MarkedList, Paragraphs, Plates, Statements, Steps } from '../components/sections/lists'
import { PageHero } from '../components/sections/page-hero'
import { ProgramTeam } from '../components/sections/program-team'
import { Section } from '../components/sections/section'
import { Badge, TimelineBadge } from '../components/ui/badge'
import { Seo } from '../components/ui/seo'
import type { Program } from '../content/types'

function Deliverables({ groups }: Pick<Program['deliverables'], 'groups'>) {
  if (groups.length === 1 && groups[0]) return <Plates items={groups[0].items} />
  return (
    <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
        <OfferingCards key={index} items={group.items} columns="" />
      ))}
    </div>
  )
}

/** `figure` belongs to the phases. */
export function ProgramPage({
  program,
  picture,
  figure,
}: {
  program: Program
  picture: ReactNode
  figure?: ReactNode
}) {
  const { overview, deliverables, lifecycle, phases, technologyStack, team, whyItWorks, idealFor } = program
  return (
    <>
      <Seo page={program} />
      <PageHero hero={program.hero} back={program.back} picture={picture}>
        {program.badges.map((badge) => (
          <Badge key={badge} text={badge} />
        ))}
        <TimelineBadge text={program.timeline} label={program.timelineLabel} />
      </PageHero>
      <Section heading={overview.heading} tone="mist">
        <Paragraphs items={overview.paragraphs} />
      </Section>
      <Calendar timeline={program.timeline} label={program.timelineLabel} badges={program.badges} />
      {phases ? (
        <Section heading={phases.heading} intro={phases.intro}>
          {figure ? <figure className="mb-10 max-w-md lg:max-w-lg">{figure}</figure> : null}
          <Steps items={phases.items} />
        </Section>
      ) : null}
      <ProgramTeam team={team} />
      <Section heading={deliverables.heading}>
        <Deliverables groups={deliverables.groups} />
      </Section>
      {lifecycle ? (
        <Section heading={lifecycle.heading} intro={lifecycle.intro}>
          <Steps items={lifecycle.items} />
        </Section>
      ) : null}
      {technologyStack ? (
        <Section heading={technologyStack.heading} intro={technologyStack.intro}>
          <Groups groups={technologyStack.groups} />
        </Section>
      ) : null}
      {whyItWorks ? (
        <Section heading={whyItWorks.heading} intro={whyItWorks.intro}>
          <Statements items={whyItWorks.items} />
        </Section>
      ) : null}
      {idealFor ? (
        <Section heading={idealFor.heading} intro={idealFor.intro} tone="mist">
          <MarkedList items={idealFor.items} />
        </Section>
      ) : null}
      <Closing block={program.closing} />
    </>
  )
}
