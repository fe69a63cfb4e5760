/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const proofOfWorkPicture = {
  label:
    'Browser and server: the browser asks for a challenge, the server signs one, the browser solves it in the background, sends the solution with the inquiry, and the server checks it with one HMAC. No third party takes part.',
  browser: 'Browser',
  server: 'Server',
  asksForAChallenge: 'asks for a challenge',
  saltCostSignature: 'salt, cost, signature',
  worksWhileYouType: 'works while you type',
  inquiryAndSolution: 'inquiry and solution',
  oneHmacOnce: 'one HMAC, once',
} as const
