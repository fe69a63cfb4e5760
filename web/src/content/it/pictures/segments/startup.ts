/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const startupPicture = {
  label:
    'Quattro passi di sicurezza di un’azienda che cresce: accessi e backup prima del primo questionario, controlli nella pipeline prima della due diligence, un dossier di sicurezza prima del primo audit, e la certificazione prima del bando che la richiede.',
  signIn: 'Accessi',
  pipeline: 'Pipeline',
  trustPack: 'Dossier',
  questionnaire: 'Questionario',
  investor: 'Investitore',
  audit: 'Audit',
  tender: 'Bando',
  prototype: 'Prototipo',
  enterpriseClients: 'Grandi clienti',
} as const
