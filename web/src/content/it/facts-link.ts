import type { Cta } from '../types'
import { paths } from './paths'

/** From the pages for visitor segments to the facts on the page about the firm. */
export const factsLink: Cta = { label: 'Informazioni per l’ufficio acquisti', href: paths.about }
