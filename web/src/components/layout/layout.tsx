import type { ReactNode } from 'react'
import { ui } from '../../content/nav'
import { Footer } from './footer'
import { Header } from './header'
import { RouteEffects } from './route-effects'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        {ui.skipLink}
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer />
      <RouteEffects />
    </>
  )
}
