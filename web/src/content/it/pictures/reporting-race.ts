/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const reportingRacePicture = {
  label:
    'Minuti dopo l’arrivo di un’e-mail di phishing: il clic mediano arriva dopo 21 secondi e l’inserimento mediano della password dopo 49; di tutte le segnalazioni, il 10 % è arrivato dopo 5 minuti, il 20 dopo 15 e dal 30 al 40 dopo 30.',
  click21Seconds: 'Clic: 21 secondi',
  password49Seconds: 'Password: 49 secondi',
  n10After5Minutes: '10 % dopo 5 minuti',
  ofAllReports: '% di segnalazioni',
  n30Minutes: '30 minuti',
  sourcesVerizonDbir2024Medians: 'Fonti: Verizon DBIR 2024 (mediane),',
  lainEtAlEthZurich: 'Lain et al., ETH Zurich 2021 (segnal.)',
} as const
