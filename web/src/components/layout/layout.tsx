import { type ReactNode, Suspense } from 'react'
import { ui } from '../../content/nav'
import { Footer } from './footer'
import { Header } from './header'
import { RouteEffects } from './route-effects'

/**
 * Each part has a Suspense boundary, as the menus and the parts of the form do: an input during hydration then waits only
 * for its part, not for the whole page.
 */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        {ui.skipLink}
      </a>
      <Suspense>
        <Header />
      </Suspense>
      <main id="main" tabIndex={-1} className="outline-none">
        <Suspense>{children}</Suspense>
      </main>
      <Suspense>
        <Footer />
        <RouteEffects />
      </Suspense>
    </>
  )
}
