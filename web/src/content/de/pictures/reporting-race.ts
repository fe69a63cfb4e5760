/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const reportingRacePicture = {
  label:
    'Minuten nach dem Eingang einer Phishing-Mail: Der mittlere Klick erfolgt nach 21 Sekunden, die mittlere Eingabe des Passworts nach 49 Sekunden. Von allen Meldungen sind nach 5 Minuten 10 Prozent eingegangen, nach 15 Minuten 20, nach 30 Minuten 30 bis 40.',
  click21Seconds: 'Klick: 21 Sekunden',
  password49Seconds: 'Passwort: 49 Sekunden',
  n10After5Minutes: '10% nach 5 Minuten',
  ofAllReports: '% aller Meldungen',
  n30Minutes: '30 Minuten',
  sourcesVerizonDbir2024Medians: 'Quellen: Verizon DBIR 2024 (Mediane),',
  lainEtAlEthZurich: 'Lain et al., ETH Zürich 2021 (Meldungen)',
} as const
