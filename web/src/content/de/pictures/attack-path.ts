/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const attackPathPicture = {
  label:
    'Weg eines Angriffs: Ein Eindringling gelangt von einer Phishing-Mail über einen Arbeitsplatz zu einer Identität und wird entdeckt, bevor er den Server und dessen Daten erreicht.',
  phishing: 'Phishing',
  workstation: 'Arbeitsplatz',
  identity: 'Identität',
  server: 'Server',
  data: 'Daten',
  detected: 'Entdeckt',
} as const
