/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const controlMapPicture = {
  label:
    'Un seul catalogue de mesures couvre quatre référentiels : chaque exigence de la FINMA, du NIST CSF, du RGPD et d’ISO 27001 mène à une mesure commune.',
  gdpr: 'RGPD',
  policies: 'Directives',
  access: 'Accès',
  risk: 'Risques',
  monitoring: 'Surveillance',
  suppliers: 'Fournisseurs',
} as const
