/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const retryTimelinePicture = {
  label:
    'Eine Anfrage während eines Ausfalls des Mailservers: sofort gespeichert und bestätigt; Versuche nach 15 Sekunden, einer Minute, fünf Minuten und dann alle 15 Minuten scheitern; der erste Versuch nach dem Ausfall gelingt.',
  stored: 'Erfasst',
  mailServerDown: 'Mailserver fällt aus',
  n15S: '15 s',
  n1Min: '1 min',
  n5Min: '5 min',
  n15Min: '15 min',
  sentOnce: 'Gesendet',
} as const
