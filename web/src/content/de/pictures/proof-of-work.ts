/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const proofOfWorkPicture = {
  label:
    'Browser und Server: Der Browser verlangt eine Aufgabe, der Server signiert eine, der Browser löst sie im Hintergrund und sendet die Lösung mit der Anfrage, und der Server prüft sie mit einem HMAC. Dritte sind nicht beteiligt.',
  browser: 'Browser',
  server: 'Server',
  asksForAChallenge: 'verlangt eine Aufgabe',
  saltCostSignature: 'Salt, Kosten, Signatur',
  worksWhileYouType: 'rechnet beim Tippen',
  inquiryAndSolution: 'Anfrage und Lösung',
  oneHmacOnce: 'ein HMAC, einmal',
} as const
