/** Shown in place of the site when rendering fails. */
export const applicationError = {
  heading: 'Errore imprevisto!',
  text: 'Non è stato possibile mostrare la pagina. Di solito basta ricaricarla. Se non basta, ci scriva.',
  reload: 'Ricaricare la pagina',
} as const
