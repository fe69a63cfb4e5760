export const pullRequestFinding = {
  heading: 'Ein Befund im Pull Request',
  intro: 'Das sieht die Entwicklerin, bevor etwas gemergt ist.',
  label: 'Muster',
  columns: ['Teil', 'Inhalt'],
  rows: [
    ['Ort', 'orders/search.ts, die Zeile, die die Abfrage zusammensetzt'],
    ['Schwäche', 'CWE-89: Text aus der Anfrage wird Teil eines SQL-Befehls'],
    [
      'Beweis',
      'Der Integrationstest schickt ein Anführungs\u00adzeichen, die Datenbank meldet einen Syntaxfehler',
    ],
    ['Vorschlag', 'Ein gebundener Parameter; die Änderung liegt bei und besteht die Tests'],
    ['Wirkung', 'Der Merge ist gesperrt. Eine Ausnahme braucht eine verantwortliche Person und ein Enddatum'],
  ],
} as const
