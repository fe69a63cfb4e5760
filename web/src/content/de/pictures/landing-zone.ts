/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const landingZonePicture = {
  label:
    'Landing Zone: Ein Mandant enthält eine Plattform und Zonen für Anwendungen. Identitäten reichen in jede, Richtlinien werden von oben vererbt, und ein einziger Weg aus dem Internet wird geprüft.',
  tenant: 'Mandant',
  platform: 'Plattform',
  identity: 'Identität',
  policy: 'Regeln',
  logging: 'Logs',
  internalZone: 'Interne Zone',
  exposedZone: 'Offene Zone',
  inspected: 'Geprüft',
} as const
