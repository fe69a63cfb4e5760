import { type ReactNode, Suspense } from 'react'
import { ui } from '../../content/nav'
import { Footer } from './footer'
import { Header } from './header'
import { RouteEffects } from './route-effects'

/**
 * Each part in a boundary of its own (as the menus and the form's parts are): an input that comes while the scripts take
 * over the prerendered page then waits for the part it is in, not for the whole page.
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
