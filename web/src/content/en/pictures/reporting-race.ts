/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const reportingRacePicture = {
  label:
    'Minutes after a phishing email arrives: the median click comes after 21 seconds and the median password entry after 49 seconds; of all reports, 10 percent have arrived after 5 minutes, 20 after 15, and 30 to 40 after 30.',
  click21Seconds: 'Click: 21 seconds',
  password49Seconds: 'Password: 49 seconds',
  n10After5Minutes: '10% after 5 minutes',
  ofAllReports: '% of all reports',
  n30Minutes: '30 minutes',
  sourcesVerizonDbir2024Medians: 'Sources: Verizon DBIR 2024 (medians),',
  lainEtAlEthZurich: 'Lain et al., ETH Zurich 2021 (reports)',
} as const
