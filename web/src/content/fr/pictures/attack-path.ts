/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const attackPathPicture = {
  label:
    'Chemin d’attaque : un intrus passe d’un e-mail de phishing à un poste, puis à une identité, et est détecté avant d’atteindre le serveur et ses données.',
  phishing: 'Phishing',
  workstation: 'Poste',
  identity: 'Identité',
  server: 'Serveur',
  data: 'Données',
  detected: 'Détecté',
} as const
