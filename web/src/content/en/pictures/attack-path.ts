/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const attackPathPicture = {
  label:
    'Attack path: an intruder moves from a phishing email via a workstation to an identity, and is detected before reaching the server and its data.',
  phishing: 'Phishing',
  workstation: 'Workstation',
  identity: 'Identity',
  server: 'Server',
  data: 'Data',
  detected: 'Detected',
} as const
