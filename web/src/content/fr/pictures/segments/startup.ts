/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const startupPicture = {
  label:
    'Quatre étapes de sécurité d’une entreprise qui grandit : connexion et sauvegardes avant le premier questionnaire, contrôles du pipeline avant la due diligence, dossier de sécurité avant le premier audit, certification avant l’appel d’offres qui l’exige.',
  signIn: 'Connexion',
  pipeline: 'Pipeline',
  trustPack: 'Dossier',
  questionnaire: 'Questionnaire',
  investor: 'Investisseur',
  audit: 'Audit',
  tender: 'Marché',
  prototype: 'Prototype',
  enterpriseClients: 'Grands clients',
} as const
