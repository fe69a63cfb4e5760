import { type PersonId, people } from '../firm'
import { founder } from './site'

const roles: Record<PersonId, string> = {
  ladina: founder.role,
  flurin: 'Responsable de l’ingénierie de détection',
  mirjam: 'Responsable gouvernance, risques et conformité',
  aurelio: 'Architecte sécurité cloud',
  selma: 'Ingénieure DevSecOps et vulnérabilités',
  jonas: 'Responsable de la Red Team',
  noemie: 'Ingénieure données et renseignement sur les menaces',
  dario: 'Conseiller en protection des données et sensibilisation',
}

export const team = people.map((person) => ({ ...person, role: roles[person.id] }))
