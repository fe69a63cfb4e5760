/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const partnerPicture = {
  label:
    'I primi 90 giorni di un prodotto presso un cliente: introduzione fino al giorno 45, prevenzione fino al giorno 70, uso quotidiano fino alla decisione di rinnovo al giorno 90; ciò che impariamo torna al produttore.',
  vendor: 'Produttore',
  ourTeam: 'Il nostro team',
  client: 'Cliente',
  fieldFeedback: 'Riscontri dal campo',
  day0: 'Giorno 0',
  rollout: 'Introduzione',
  prevention: 'Prevenzione',
  dailyUse: 'Uso',
  renewal: 'Rinnovo',
  aPlanAgreedWithThe: 'Un piano, concordato con il cliente',
} as const
