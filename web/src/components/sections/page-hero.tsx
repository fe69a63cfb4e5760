import type { ReactNode } from 'react'
import type { Cta, Hero } from '../../content/types'
import { BackLink } from '../ui/links'

type PageHeroProps = { hero: Hero; back?: Cta; picture?: ReactNode; children?: ReactNode }

/** The top of every page except home. Its heading receives the focus after a navigation. */
export function PageHero({ hero, back, picture, children }: PageHeroProps) {
  return (
    <div className="wrap">
      <div className="grid12 items-center gap-y-10 pt-6 pb-12 md:pt-10 md:pb-20">
        <div className={picture ? 'col-span-12 lg:col-span-7' : 'col-span-12 lg:col-span-10'}>
          {back ? (
            <BackLink to={back.href}>
              {back.label.startsWith('←') ? null : (
                <span className="arrow-back" aria-hidden="true">
                  ←
                </span>
              )}
              {back.label}
            </BackLink>
          ) : null}
          {hero.eyebrow ? <p className="mt-6 mb-4 font-bold text-red text-small">{hero.eyebrow}</p> : null}
          {/* A word that may break breaks on every phone, with the typeface as with its fallback: nothing moves. */}
          <h1 tabIndex={-1} className={hero.heading.includes('\u00ad') ? 'max-sm:max-w-[9em]' : undefined}>
            {hero.heading}
          </h1>
          <p className="measure mt-6 text-lead">{hero.lead}</p>
          {children ? <div className="mt-6 flex flex-wrap gap-3">{children}</div> : null}
        </div>
        {picture ? (
          <figure className="col-span-12 max-lg:max-w-lg lg:col-span-5 lg:pl-6">{picture}</figure>
        ) : null}
      </div>
    </div>
  )
}
