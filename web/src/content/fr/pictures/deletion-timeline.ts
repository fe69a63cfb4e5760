/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const deletionTimelinePicture = {
  label:
    'La vie d’une demande : reçue, dernier contact ; deux ans plus tard, elle est aussitôt cachée, effacée dans la minute, et ses octets disparaissent en quelques heures. Dès l’expiration, chaque étape figure au registre.',
  received: 'Reçue',
  lastContact: 'Dernier contact',
  twoYears: 'deux ans',
  hidden: 'Cachée',
  deleted: 'Effacée',
  bytes: 'Octets',
  ledgerNumbersTimesHashes: 'Registre : nombres, heures, empreintes',
} as const
