import { type PersonId, people } from '../firm'
import { founder } from './site'

const roles: Record<PersonId, string> = {
  ladina: founder.role,
  flurin: 'Responsabile dell’ingegneria del rilevamento',
  mirjam: 'Responsabile governance, rischi e conformità',
  aurelio: 'Architetto della sicurezza cloud',
  selma: 'Ingegnera DevSecOps e vulnerabilità',
  jonas: 'Responsabile del red team',
  noemie: 'Ingegnera dati e threat intelligence',
  dario: 'Consulente per protezione dei dati e sensibilizzazione',
}

export const team = people.map((person) => ({ ...person, role: roles[person.id] }))
