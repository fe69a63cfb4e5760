import type { Cta } from '../types'
import { paths } from './paths'
import { site } from './site'

/** Shown for every path without a page, so it has no path. */
export const notFound = {
  title: `Seite nicht gefunden | ${site.name}`,
  description:
    'Unter dieser Adresse gibt es keine Seite. Gehen Sie zur Startseite, zu einem der Vorschläge, oder melden Sie uns den fehlerhaften Link.',
  heading: '404',
  text: 'Diese Seite macht unangemeldet Ferien',
  home: { label: 'Zurück in Sicherheit', href: paths.home },
  report: { label: 'Fehler melden', href: paths.contact },
  closestHeading: 'Vielleicht suchen Sie',
} as const satisfies { home: Cta; report: Cta } & Record<string, unknown>
