import { firm, incidentNumber, theFounder } from '../firm'

export { networks, type PersonId, personName, pgpKey } from '../firm'

/** What the firm and its people are called in this language. */
export const site = {
  ...firm,
  tagline: 'Cyber defence consulting from Zurich',
  city: 'Zurich',
  location: 'Zurich, Switzerland',
  /** Musterstrasse is the customary Swiss placeholder for a street. */
  postalAddress: 'Musterstrasse 1, 8001 Zurich, Switzerland',
  canton: 'Canton of Zurich',
  phoneHours: 'Monday to Friday, 08:00 to 18:00',
} as const

/** When the incident number is answered. */
const incidentHours = 'Day and night'

/** On every page, in every state of the form, and where the reason is an incident. */
export const urgentPhone = incidentNumber
  ? { number: incidentNumber, hours: incidentHours }
  : { number: site.phone, hours: site.phoneHours }

export const founder = { ...theFounder, role: 'Founder and Principal Consultant' }
