/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const deletionTimelinePicture = {
  label:
    'La vita di una richiesta: ricevuta, ultimo contatto; due anni dopo è subito nascosta, cancellata entro un minuto, e i suoi byte spariscono entro poche ore. Dalla scadenza in poi ogni passo è annotato nel registro.',
  received: 'Ricevuta',
  lastContact: 'Ultimo contatto',
  twoYears: 'due anni',
  hidden: 'Nascosta',
  deleted: 'Cancellata',
  bytes: 'Byte',
  ledgerNumbersTimesHashes: 'Registro: numeri, orari, hash',
} as const
