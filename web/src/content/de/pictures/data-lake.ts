/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const dataLakePicture = {
  label:
    'Daten zu Bedrohungen, Schwachstellen, Systemen und Code fliessen in eine Auswertung und verlassen sie als eine geordnete Liste von Risiken.',
  intelligence: 'Bedrohungen',
  vulnerabilities: 'Schwachstellen',
  assets: 'Systeme',
  code: 'Code',
  analytics: 'Analyse',
  first: 'Zuerst',
  rankedRisk: 'Rangliste',
} as const
