/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const reportingRacePicture = {
  label:
    'Minutes après l’arrivée d’un e-mail de phishing : le clic médian vient après 21 secondes et la saisie médiane du mot de passe après 49 ; de tous les signalements, 10 % sont arrivés après 5 minutes, 20 après 15, et de 30 à 40 après 30.',
  click21Seconds: 'Clic : 21 secondes',
  password49Seconds: 'Saisie : 49 secondes',
  n10After5Minutes: '10 % après 5 minutes',
  ofAllReports: '% des signalements',
  n30Minutes: '30 minutes',
  sourcesVerizonDbir2024Medians: 'Sources : Verizon DBIR 2024 (médianes),',
  lainEtAlEthZurich: 'Lain et al., ETH Zurich 2021 (signal.)',
} as const
