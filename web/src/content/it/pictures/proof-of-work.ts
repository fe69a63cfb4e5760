/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const proofOfWorkPicture = {
  label:
    'Browser e server: il browser chiede una challenge, il server ne firma una, il browser la risolve in background, invia la soluzione con la richiesta, e il server la controlla con un HMAC. Nessun terzo vi partecipa.',
  browser: 'Browser',
  server: 'Server',
  asksForAChallenge: 'chiede una challenge',
  saltCostSignature: 'sale, costo, firma',
  worksWhileYouType: 'calcola mentre scrive',
  inquiryAndSolution: 'richiesta e soluzione',
  oneHmacOnce: 'un HMAC, una volta',
} as const
