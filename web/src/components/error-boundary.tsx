import { Component, type ReactNode } from 'react'
import { applicationError } from '#texts/application-error'
import { site } from '#texts/site'
import { CallLine } from './ui/phone'

/** The focused element no longer exists. */
const focus = (heading: HTMLElement | null) => heading?.focus()

/** Shown when rendering fails. Its links do not use the router, which may be the cause: those with a target are the browser's. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="wrap py-20">
        <title>{applicationError.heading}</title>
        <h1 ref={focus} tabIndex={-1}>
          {applicationError.heading}
        </h1>
        <p className="mt-6 max-w-prose text-lead">{applicationError.text}</p>
        <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          <a href={location.pathname} target="_self" className="button">
            {applicationError.reload}
          </a>
          <a href={`mailto:${site.email}`} className="link">
            {site.email}
          </a>
        </p>
        <CallLine className="mt-6" />
      </main>
    )
  }
}
