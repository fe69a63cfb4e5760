/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const landingZonePicture = {
  label:
    'Landing zone : un tenant contient une plateforme et des zones applicatives ; l’identité s’étend à chacune, les politiques viennent d’en haut, et un chemin depuis Internet est inspecté.',
  tenant: 'Tenant',
  platform: 'Plateforme',
  identity: 'Identité',
  policy: 'Politique',
  logging: 'Journaux',
  internalZone: 'Zone interne',
  exposedZone: 'Zone exposée',
  inspected: 'Inspecté',
} as const
