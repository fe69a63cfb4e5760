import type { ReactNode } from 'react'
import { contactLink, ui } from '#texts/nav'
import type { InquiryContext, InternalHref, RoutePath } from '../../content/addresses'
import type { Cta } from '../../content/types'
import { AppLink } from './app-link'

export const contactHref = (context: InquiryContext) =>
  `${contactLink.href}?${new URLSearchParams({ ...context })}` as RoutePath

/** The filled call to action; `plain` is the outlined second choice beside it. */
export function ButtonLink({
  cta,
  plain,
  inquiry,
}: {
  cta: Cta
  plain?: boolean
  inquiry?: InquiryContext | undefined
}) {
  return (
    <AppLink
      to={inquiry ? contactHref(inquiry) : cta.href}
      className={plain ? 'button button-plain' : 'button'}
    >
      {cta.label}
      <span className="arrow" aria-hidden="true">
        →
      </span>
    </AppLink>
  )
}

export function BackLink({ to, children }: { to: InternalHref; children: ReactNode }) {
  return (
    <AppLink to={to} className="inline-flex min-h-11 items-center gap-2 text-small text-ink hover:text-red">
      {children}
    </AppLink>
  )
}

/** `hash` is the id of a section of the other page. */
export function ArrowLink({ cta, hash = '' }: { cta: Cta; hash?: `#${string}` | '' }) {
  return (
    <AppLink
      to={(cta.href + hash) as RoutePath}
      className="wrap-anywhere inline-flex min-h-11 items-center gap-2 font-bold text-ink hover:text-red"
    >
      {cta.label}
      <span className="arrow" aria-hidden="true">
        →
      </span>
    </AppLink>
  )
}

/** An external link. It opens a new tab and announces that. */
export function OutLink({
  url,
  children,
  className = 'link',
}: {
  url: string
  children: ReactNode
  className?: string
}) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span aria-hidden="true"> ↗</span>
      <span className="sr-only"> {ui.newTab}</span>
    </a>
  )
}
