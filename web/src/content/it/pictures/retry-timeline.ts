/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const retryTimelinePicture = {
  label:
    'Una richiesta durante un guasto del server di posta: salvata e confermata subito; i tentativi dopo 15 secondi, un minuto, cinque minuti e poi ogni 15 minuti falliscono; il primo tentativo dopo il guasto riesce.',
  stored: 'Salvata',
  mailServerDown: 'Server di posta fermo',
  n15S: '15 s',
  n1Min: '1 min',
  n5Min: '5 min',
  n15Min: '15 min',
  sentOnce: 'Inviata, una volta',
} as const
