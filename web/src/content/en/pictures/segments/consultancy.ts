/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const consultancyPicture = {
  label:
    'Your project plan: your work packages from start to finish, and one for security, in which our specialist works under your lead and reports to your steering committee twice.',
  yourProjectYourLead: 'Your project, your lead',
  process: 'Process',
  platform: 'Platform',
  securitySpecialist: 'Security specialist',
  rollout: 'Rollout',
  reportsInYourTemplate: 'Reports in your template',
} as const
