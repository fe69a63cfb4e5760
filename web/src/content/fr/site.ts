import { firm, incidentNumber, theFounder } from '../firm'

export { networks, type PersonId, personName, pgpKey } from '../firm'

/** What the firm and its people are called in this language. */
export const site = {
  ...firm,
  tagline: 'Conseil en cyberdéfense, à Zurich',
  city: 'Zurich',
  location: 'Zurich, Suisse',
  /** Musterstrasse is the customary Swiss placeholder for a street. */
  postalAddress: 'Musterstrasse 1, 8001 Zurich, Suisse',
  canton: 'canton de Zurich',
  phoneHours: 'Du lundi au vendredi, de 8 h à 18 h',
} as const

/** When the incident number is answered. */
const incidentHours = 'Jour et nuit'

/** On every page, in every state of the form, and where the reason is an incident. */
export const urgentPhone = incidentNumber
  ? { number: incidentNumber, hours: incidentHours }
  : { number: site.phone, hours: site.phoneHours }

export const founder = { ...theFounder, role: 'Fondatrice et consultante principale' }
