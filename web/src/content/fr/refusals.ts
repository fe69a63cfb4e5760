import { fieldLimits as limits } from '../constants'

/** Refusals of the form's rules for which the specification has no text. */
export const refusals = {
  phoneTooLong: `Le numéro de téléphone doit compter au plus ${limits.phone} caractères`,
  countryTooLong: `Le nom du pays doit compter au plus ${limits.country} caractères`,
  choice: 'Veuillez choisir une entrée dans la liste',
  consultants: `Le nombre de consultants doit être compris entre ${limits.consultantsMinimum} et ${limits.consultantsMaximum}`,
  /** Refusals that only the server can make. */
  outOfDate:
    'Cette page n’est plus à jour. Copiez votre message, rechargez la page et donnez à nouveau votre accord',
  unclear: 'Veuillez vérifier cette indication',
} as const
