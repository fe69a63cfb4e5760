/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const controlMapPicture = {
  label:
    'Un solo insieme di misure copre quattro standard: ogni requisito di FINMA, NIST CSF, GDPR e ISO 27001 porta a una misura comune.',
  gdpr: 'GDPR',
  policies: 'Direttive',
  access: 'Accessi',
  risk: 'Rischi',
  monitoring: 'Sorveglianza',
  suppliers: 'Fornitori',
} as const
