/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const consultancyPicture = {
  label:
    'Votre plan de projet : vos lots du début à la fin, et un lot de sécurité où notre spécialiste travaille sous votre direction et rend compte deux fois à votre comité de pilotage.',
  yourProjectYourLead: 'Votre projet, votre direction',
  process: 'Processus',
  platform: 'Plateforme',
  securitySpecialist: 'Spécialiste sécurité',
  rollout: 'Déploiement',
  reportsInYourTemplate: 'Rapports à votre format',
} as const
