import { fieldLimits as limits } from '../constants'

/** Refusals of the form's rules for which the specification has no text. */
export const refusals = {
  phoneTooLong: `Die Telefonnummer darf höchstens ${limits.phone} Zeichen haben`,
  countryTooLong: `Das Land darf höchstens ${limits.country} Zeichen haben`,
  choice: 'Bitte wählen Sie einen Eintrag aus der Liste',
  consultants: `Bitte wählen Sie ${limits.consultantsMinimum} bis ${limits.consultantsMaximum} Fachleute`,
  /** Refusals that only the server can make. */
  outOfDate:
    'Diese Seite ist veraltet. Kopieren Sie Ihre Nachricht, laden Sie die Seite neu und stimmen Sie noch einmal zu',
  unclear: 'Bitte prüfen Sie diese Angabe',
} as const
