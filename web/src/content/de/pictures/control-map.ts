/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const controlMapPicture = {
  label:
    'Ein einziges Kontrollset deckt vier Regelwerke ab: Jede Anforderung von FINMA, NIST CSF, DSGVO und ISO 27001 führt zu einer gemeinsamen Kontrolle.',
  gdpr: 'DSGVO',
  policies: 'Weisungen',
  access: 'Zugriff',
  risk: 'Risiko',
  monitoring: 'Überwachung',
  suppliers: 'Lieferanten',
} as const
