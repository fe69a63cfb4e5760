import { type ReactNode, Suspense } from 'react'
import { ui } from '#texts/nav'
import { languages } from '../../content/languages'
import { Footer } from './footer'
import { Header } from './header'
import { OfferedLanguage } from './offered-language'
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
        {languages.length > 1 ? <OfferedLanguage /> : null}
      </Suspense>
    </>
  )
}
