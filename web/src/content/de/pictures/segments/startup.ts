/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const startupPicture = {
  label:
    'Vier Schritte einer wachsenden Firma: Anmeldung und Backups vor dem ersten Fragebogen, Prüfungen in der Pipeline vor der Due Diligence, eine Nachweismappe vor dem ersten Audit und die Zertifizierung vor der Ausschreibung, die sie verlangt.',
  signIn: 'Login',
  pipeline: 'Pipeline',
  trustPack: 'Mappe',
  questionnaire: 'Fragebogen',
  investor: 'Investor',
  audit: 'Audit',
  tender: 'Auftrag',
  prototype: 'Prototyp',
  enterpriseClients: 'Grosskunden',
} as const
