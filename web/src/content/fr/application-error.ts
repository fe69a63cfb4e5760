/** Shown in place of the site when rendering fails. */
export const applicationError = {
  heading: 'Erreur inattendue !',
  text: 'La page n’a pas pu être affichée. La recharger suffit en général. Sinon, écrivez-nous.',
  reload: 'Recharger la page',
} as const
