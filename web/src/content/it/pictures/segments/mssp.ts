/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const msspPicture = {
  label:
    'Una regola di rilevamento supera il test e viene distribuita prima a cinque clienti, poi a tutti e 40 lo stesso giorno; una regola che non supera il test non viene distribuita.',
  rule: 'Regola',
  test: 'Test',
  deploy: 'Distribuire',
  failsNotDeployed: 'Fallito: non distribuita',
  fiveOfThemFirst: 'Prima cinque di loro',
  n40TenantsSameDay: '40 clienti, stesso giorno',
} as const
