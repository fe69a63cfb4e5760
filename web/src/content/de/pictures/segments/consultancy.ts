/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const consultancyPicture = {
  label:
    'Ihr Projektplan: Ihre Arbeitspakete von Anfang bis Ende und eines für Sicherheit, in dem unsere Fachperson unter Ihrer Leitung arbeitet und zweimal im Lenkungsausschuss berichtet.',
  yourProjectYourLead: 'Ihr Projekt, Ihre Leitung',
  process: 'Prozess',
  platform: 'Plattform',
  securitySpecialist: 'Sicherheit',
  rollout: 'Rollout',
  reportsInYourTemplate: 'Berichte in Ihrer Vorlage',
} as const
