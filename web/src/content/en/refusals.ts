import { fieldLimits as limits } from '../constants'

/** Refusals of the form's rules for which the specification has no text. */
export const refusals = {
  phoneTooLong: `Phone number must be less than ${limits.phone} characters`,
  countryTooLong: `Country must be less than ${limits.country} characters`,
  choice: 'Please select an entry from the list',
  consultants: `Number of consultants must be between ${limits.consultantsMinimum} and ${limits.consultantsMaximum}`,
  /** Refusals that only the server can make. */
  outOfDate: 'This page is out of date. Copy your message, reload the page and agree again',
  unclear: 'Please check this entry',
} as const
