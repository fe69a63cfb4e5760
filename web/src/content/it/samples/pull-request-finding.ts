export const pullRequestFinding = {
  heading: 'Una falla in una pull request',
  intro: 'Quello che vede chi sviluppa, prima del merge.',
  label: 'Esempio',
  columns: ['Parte', 'Contenuto'],
  rows: [
    ['Posizione', 'orders/search.ts, la riga che compone la query'],
    ['Debolezza', 'CWE-89: un testo ricevuto diventa parte dell’istruzione SQL'],
    ['Prova', 'Il test d’integrazione invia una virgoletta e la banca dati segnala un errore di sintassi'],
    ['Correzione proposta', 'Un parametro vincolato; la modifica è allegata e supera i test'],
    ['Effetto', 'Il merge è bloccato. Una deroga richiede un responsabile e una data di fine'],
  ],
} as const
