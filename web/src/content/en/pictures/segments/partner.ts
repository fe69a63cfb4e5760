/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const partnerPicture = {
  label:
    'The first 90 days of a product at a client: rollout until day 45, prevention mode until day 70, daily use until the renewal decision at day 90; what we learn goes back to the vendor.',
  vendor: 'Vendor',
  ourTeam: 'Our team',
  client: 'Client',
  fieldFeedback: 'Field feedback',
  day0: 'Day 0',
  rollout: 'Rollout',
  prevention: 'Prevention',
  dailyUse: 'Daily use',
  renewal: 'Renewal',
  aPlanAgreedWithThe: 'A plan, agreed with the client',
} as const
