import { firm, incidentNumber, type PersonId, people, theFounder } from '../firm'

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
  phoneHours: 'Du lundi au vendredi, de 8h00 à 18h00',
} as const

/** When the incident number is answered. */
const incidentHours = 'Jour et nuit'

/** On every page, in every state of the form, and where the reason is an incident. */
export const urgentPhone = incidentNumber
  ? { number: incidentNumber, hours: incidentHours }
  : { number: site.phone, hours: site.phoneHours }

const roles: Record<PersonId, string> = {
  ladina: 'Fondatrice et consultante principale',
  flurin: 'Responsable de l’ingénierie de détection',
  mirjam: 'Responsable gouvernance, risques et conformité',
  aurelio: 'Architecte sécurité cloud',
  selma: 'Ingénieure DevSecOps et vulnérabilités',
  jonas: 'Responsable de la Red Team',
  noemie: 'Ingénieure données et renseignement sur les menaces',
  dario: 'Conseiller en protection des données et sensibilisation',
}

export const founder = { ...theFounder, role: roles.ladina }

export const team = people.map((person) => ({ ...person, role: roles[person.id] }))
