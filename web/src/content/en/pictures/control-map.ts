/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const controlMapPicture = {
  label:
    'One control set covers four frameworks: each requirement of FINMA, NIST CSF, GDPR and ISO 27001 leads to a shared control.',
  gdpr: 'GDPR',
  policies: 'Policies',
  access: 'Access',
  risk: 'Risk',
  monitoring: 'Monitoring',
  suppliers: 'Suppliers',
} as const
