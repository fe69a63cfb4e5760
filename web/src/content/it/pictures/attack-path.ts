/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const attackPathPicture = {
  label:
    'Percorso di attacco: un intruso passa da un’e-mail di phishing a una postazione e a un’identità, e viene rilevato prima di raggiungere il server e i suoi dati.',
  phishing: 'Phishing',
  workstation: 'Postazione',
  identity: 'Identità',
  server: 'Server',
  data: 'Dati',
  detected: 'Rilevato',
} as const
