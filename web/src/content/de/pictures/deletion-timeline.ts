/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const deletionTimelinePicture = {
  label:
    'Das Leben einer Anfrage: Eingang, letzter Kontakt; zwei Jahre später sofort verborgen, innert einer Minute gelöscht, und nach Stunden sind auch die Bytes weg. Ab dem Ablauf steht jeder Schritt im Register.',
  received: 'Eingang',
  lastContact: 'Letzter Kontakt',
  twoYears: 'zwei Jahre',
  hidden: 'Verborgen',
  deleted: 'Gelöscht',
  bytes: 'Bytes',
  ledgerNumbersTimesHashes: 'Register: Zahlen, Zeiten, Hashes',
} as const
