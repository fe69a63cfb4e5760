import type { Cta } from '../types'
import { paths } from './paths'
import { site } from './site'

/** Shown for every path without a page, so it has no path. */
export const notFound = {
  title: `Page introuvable | ${site.name}`,
  description:
    'Il n’y a pas de page à cette adresse. Revenez à l’accueil, essayez l’une des pages proposées ou signalez-nous le lien défectueux.',
  heading: '404',
  text: 'Cette page a pris des vacances sans prévenir',
  home: { label: 'Revenir en lieu sûr', href: paths.home },
  report: { label: 'Signaler le lien', href: paths.contact },
  closestHeading: 'Vous cherchiez peut-être',
} as const satisfies { home: Cta; report: Cta } & Record<string, unknown>
