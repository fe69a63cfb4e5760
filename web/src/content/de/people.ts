import { type PersonId, people } from '../firm'
import { founder } from './site'

const roles: Record<PersonId, string> = {
  ladina: founder.role,
  flurin: 'Leiter Detection Engineering',
  mirjam: 'Leiterin Governance, Risk und Compliance',
  aurelio: 'Architekt für Cloud-Sicherheit',
  selma: 'Ingenieurin für DevSecOps und Schwachstellen',
  jonas: 'Leiter Red Team',
  noemie: 'Ingenieurin für Threat Intelligence und Daten',
  dario: 'Berater für Datenschutz und Awareness',
}

export const team = people.map((person) => ({ ...person, role: roles[person.id] }))
