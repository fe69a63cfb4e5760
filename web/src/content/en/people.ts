import { type PersonId, people } from '../firm'
import { founder } from './site'

const roles: Record<PersonId, string> = {
  ladina: founder.role,
  flurin: 'Detection Engineering Lead',
  mirjam: 'Governance, Risk and Compliance Lead',
  aurelio: 'Cloud Security Architect',
  selma: 'DevSecOps and Vulnerability Engineer',
  jonas: 'Red Team Lead',
  noemie: 'Threat Intelligence and Data Engineer',
  dario: 'Data Protection and Awareness Adviser',
}

export const team = people.map((person) => ({ ...person, role: roles[person.id] }))
