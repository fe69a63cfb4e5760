export const boardPage = {
  heading: 'Die Seite für den Verwaltungsrat',
  intro: 'Ein Quartal auf einer Seite: die Frage, der Stand, der Entscheid.',
  label: 'Muster',
  columns: ['Frage', 'Stand', 'Entscheid'],
  rows: [
    ['Meldet die Belegschaft?', 'In der Finanzabteilung öfter, im Verkauf nicht', 'Keiner'],
    [
      'Wie schnell reagieren wir?',
      'Zu Bürozeiten ist die erste Meldung nach Minuten gelesen',
      'Abende abdecken oder Lücke akzeptieren',
    ],
    [
      'Wer ist im Visier?',
      'Am meisten trifft es jene, die Zahlungen freigeben',
      'Vor jeder Kontoänderung zurückrufen',
    ],
    [
      'Was hat die Schulung bewirkt?',
      'Weniger Personen geben ein Passwort ein; Klicks sagen wenig',
      'Klicks nicht mehr zählen',
    ],
  ],
} as const
