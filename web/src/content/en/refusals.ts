import { fieldLimits as limits } from '../constants'

/** Refusals of the form's rules for which the specification has no text. */
export const refusals = {
  phoneTooLong: `Phone number must be less than ${limits.phone} characters`,
  countryTooLong: `Country must be less than ${limits.country} characters`,
  program: 'Please select a program from the list',
  consultants: `Number of consultants must be between ${limits.consultantsMinimum} and ${limits.consultantsMaximum}`,
} as const
