import { firm, incidentNumber, theFounder } from '../firm'

export { networks, type PersonId, personName, pgpKey } from '../firm'

/** What the firm and its people are called in this language. */
export const site = {
  ...firm,
  tagline: 'Consulenza in ciberdifesa da Zurigo',
  city: 'Zurigo',
  location: 'Zurigo, Svizzera',
  /** Musterstrasse is the customary Swiss placeholder for a street. */
  postalAddress: 'Musterstrasse 1, 8001 Zurigo, Svizzera',
  canton: 'Cantone di Zurigo',
  phoneHours: 'Dal lunedì al venerdì, dalle 8:00 alle 18:00',
} as const

/** When the incident number is answered. */
const incidentHours = 'Giorno e notte'

/** On every page, in every state of the form, and where the reason is an incident. */
export const urgentPhone = incidentNumber
  ? { number: incidentNumber, hours: incidentHours }
  : { number: site.phone, hours: site.phoneHours }

export const founder = { ...theFounder, role: 'Fondatrice e consulente principale' }
