/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const startupPicture = {
  label:
    'Four security steps of a growing company: sign-in and backups before the first questionnaire, pipeline checks before due diligence, a trust pack before the first audit, and certification before the tender that requires it.',
  signIn: 'Sign-in',
  pipeline: 'Pipeline',
  trustPack: 'Trust pack',
  questionnaire: 'Questionnaire',
  investor: 'Investor',
  audit: 'Audit',
  tender: 'Tender',
  prototype: 'Prototype',
  enterpriseClients: 'Enterprise clients',
} as const
