import { fieldLimits as limits } from '../constants'

/** Refusals of the form's rules for which the specification has no text. */
export const refusals = {
  phoneTooLong: `Le numéro de téléphone doit compter au plus ${limits.phone} caractères`,
  countryTooLong: `Le pays doit compter au plus ${limits.country} caractères`,
  program: 'Veuillez choisir un programme dans la liste',
  consultants: `Le nombre de consultants doit être compris entre ${limits.consultantsMinimum} et ${limits.consultantsMaximum}`,
} as const
