/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const disciplinesPicture = {
  label:
    'Wo jedes Fachgebiet wirkt, von der ersten Zeile Code über Cloud und Menschen bis zum Einbruch und zur Wiederherstellung.',
  devsecops: 'DevSecOps',
  cloud: 'Cloud',
  awareness: 'Awareness',
  detection: 'Erkennung',
  vulnerabilities: 'Schwachstellen',
  code: 'Code',
  platform: 'Plattform',
  people: 'Leute',
  intrusion: 'Einbruch',
  recovery: 'Neustart',
} as const
