/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const partnerPicture = {
  label:
    'Die ersten 90 Tage eines Produkts bei einem Kunden: Rollout bis Tag 45, blockierender Betrieb bis Tag 70, täglicher Gebrauch bis zum Entscheid über die Verlängerung an Tag 90. Was wir lernen, geht an den Hersteller zurück.',
  vendor: 'Hersteller',
  ourTeam: 'Unser Team',
  client: 'Kunde',
  fieldFeedback: 'Rückmeldung',
  day0: 'Tag 0',
  rollout: 'Rollout',
  prevention: 'Blockieren',
  dailyUse: 'Alltag',
  renewal: 'Verlängerung',
  aPlanAgreedWithThe: 'Ein Plan, mit dem Kunden vereinbart',
} as const
