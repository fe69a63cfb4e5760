import type { Cta } from '../types'
import { paths } from './paths'
import { site } from './site'

/** Shown for every path without a page, so it has no path. */
export const notFound = {
  title: `Pagina non trovata | ${site.name}`,
  description:
    'A questo indirizzo non c’è nessuna pagina. Torni alla pagina iniziale, provi una delle pagine proposte o ci segnali il link interrotto.',
  heading: '404',
  text: 'Questa pagina è andata in vacanza senza avvisare',
  home: { label: 'Torni al sicuro', href: paths.home },
  report: { label: 'Segnali il problema', href: paths.contact },
  closestHeading: 'Forse cercava',
} as const satisfies { home: Cta; report: Cta } & Record<string, unknown>
