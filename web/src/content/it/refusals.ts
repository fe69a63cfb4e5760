import { fieldLimits as limits } from '../constants'

/** Refusals of the form's rules for which the specification has no text. */
export const refusals = {
  phoneTooLong: `Il numero di telefono può avere al massimo ${limits.phone} caratteri`,
  countryTooLong: `Il Paese può avere al massimo ${limits.country} caratteri`,
  program: 'Scelga un programma dall’elenco',
  consultants: `Il numero di consulenti deve essere compreso tra ${limits.consultantsMinimum} e ${limits.consultantsMaximum}`,
} as const
