import { firm, incidentNumber, theFounder } from '../firm'

export { networks, type PersonId, personName, pgpKey } from '../firm'

/** What the firm and its people are called in this language. */
export const site = {
  ...firm,
  tagline: 'Beratung für Cyberabwehr aus Zürich',
  city: 'Zürich',
  location: 'Zürich, Schweiz',
  /** Musterstrasse is the customary Swiss placeholder for a street. */
  postalAddress: 'Musterstrasse 1, 8001 Zürich, Schweiz',
  canton: 'Kanton Zürich',
  phoneHours: 'Montag bis Freitag, 8 bis 18 Uhr',
} as const

/** When the incident number is answered. */
const incidentHours = 'Tag und Nacht'

/** On every page, in every state of the form, and where the reason is an incident. */
export const urgentPhone = incidentNumber
  ? { number: incidentNumber, hours: incidentHours }
  : { number: site.phone, hours: site.phoneHours }

export const founder = { ...theFounder, role: 'Gründerin und leitende Beraterin' }
