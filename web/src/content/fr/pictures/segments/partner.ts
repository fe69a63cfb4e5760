/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const partnerPicture = {
  label:
    'Les 90 premiers jours d’un produit chez un client : déploiement jusqu’au jour 45, mode prévention jusqu’au jour 70, usage quotidien jusqu’au renouvellement au jour 90 ; ce que nous apprenons revient à l’éditeur.',
  vendor: 'Éditeur',
  ourTeam: 'Notre équipe',
  client: 'Client',
  fieldFeedback: 'Retours du terrain',
  day0: 'Jour 0',
  rollout: 'Déploiement',
  prevention: 'Prévention',
  dailyUse: 'Usage',
  renewal: 'Renouvellement',
  aPlanAgreedWithThe: 'Un plan, convenu avec le client',
} as const
