/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const consultancyPicture = {
  label:
    'Il Suo piano di progetto: i Suoi pacchetti di lavoro dall’inizio alla fine, e uno di sicurezza in cui il nostro specialista lavora sotto la Sua guida e riferisce due volte al comitato direttivo.',
  yourProjectYourLead: 'Il Suo progetto, la Sua guida',
  process: 'Processi',
  platform: 'Piattaforma',
  securitySpecialist: 'Specialista di sicurezza',
  rollout: 'Distribuzione',
  reportsInYourTemplate: 'Rapporti nel Suo modello',
} as const
