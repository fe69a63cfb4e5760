/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const retryTimelinePicture = {
  label:
    'Une demande pendant une panne du serveur de messagerie : enregistrée et confirmée aussitôt ; les essais après 15 secondes, une minute, cinq minutes, puis toutes les 15 minutes échouent ; le premier essai après la panne réussit.',
  stored: 'Enregistrée',
  mailServerDown: 'Serveur en panne',
  n15S: '15 s',
  n1Min: '1 min',
  n5Min: '5 min',
  n15Min: '15 min',
  sentOnce: 'Envoyé, une fois',
} as const
