/** Shown in place of the site when rendering fails. */
export const applicationError = {
  heading: 'Unerwarteter Fehler der Website',
  text: 'Die Seite konnte nicht angezeigt werden. Meist hilft es, sie neu zu laden. Wenn nicht, schreiben Sie uns bitte.',
  reload: 'Seite neu laden',
} as const
