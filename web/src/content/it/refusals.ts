import { fieldLimits as limits } from '../constants'

/** Refusals of the form's rules for which the specification has no text. */
export const refusals = {
  phoneTooLong: `Il numero di telefono può avere al massimo ${limits.phone} caratteri`,
  countryTooLong: `Il nome del Paese può avere al massimo ${limits.country} caratteri`,
  choice: 'Scelga una voce dall’elenco',
  consultants: `Il numero di consulenti deve essere compreso tra ${limits.consultantsMinimum} e ${limits.consultantsMaximum}`,
  /** Refusals that only the server can make. */
  outOfDate:
    'Questa pagina non è più aggiornata. Copi il Suo messaggio, ricarichi la pagina e dia di nuovo il consenso',
  unclear: 'Controlli questo dato',
} as const
