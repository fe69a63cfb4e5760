/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const landingZonePicture = {
  label:
    'Landing zone: un tenant contiene una piattaforma e zone applicative; le identità arrivano in ognuna, le policy si ereditano dall’alto, e un percorso da Internet viene ispezionato.',
  tenant: 'Tenant',
  platform: 'Piattaforma',
  identity: 'Identità',
  policy: 'Policy',
  logging: 'Log',
  internalZone: 'Zona interna',
  exposedZone: 'Zona esposta',
  inspected: 'Ispezionato',
} as const
