import { Component, type ReactNode } from 'react'
import { applicationError } from '../content/not-found'

/** The last resort. Its links are plain, since the router may be what failed. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="wrap py-24">
        <title>{applicationError.heading}</title>
        <h1>{applicationError.heading}</h1>
        <p className="mt-6 max-w-prose text-lead">{applicationError.text}</p>
        <p className="mt-8">
          <a href={location.pathname} className="button">
            {applicationError.reload}
          </a>
        </p>
      </main>
    )
  }
}
