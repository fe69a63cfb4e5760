/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const proofOfWorkPicture = {
  label:
    'Navigateur et serveur : le navigateur demande un défi, le serveur en signe un, le navigateur le résout en arrière-plan, envoie la solution avec la demande, et le serveur la vérifie par un HMAC. Aucun tiers n’intervient.',
  browser: 'Navigateur',
  server: 'Serveur',
  asksForAChallenge: 'demande un défi',
  saltCostSignature: 'sel, coût, signature',
  worksWhileYouType: 'calcule pendant la saisie',
  inquiryAndSolution: 'demande et solution',
  oneHmacOnce: 'un HMAC, une fois',
} as const
