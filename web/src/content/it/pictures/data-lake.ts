/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const dataLakePicture = {
  label:
    'Intelligence, vulnerabilità, sistemi e codice confluiscono in uno strato di analisi e ne escono come un solo elenco ordinato di rischi.',
  intelligence: 'Intelligence',
  vulnerabilities: 'Vulnerabilità',
  assets: 'Sistemi',
  code: 'Codice',
  analytics: 'Analisi',
  first: 'Primo',
  rankedRisk: 'Rischi in ordine',
} as const
