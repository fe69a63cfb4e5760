/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const landingZonePicture = {
  label:
    'Landing zone: one tenant holds a platform and workload zones; identity reaches into each, policy is inherited from the top, and one path from the internet is inspected.',
  tenant: 'Tenant',
  platform: 'Platform',
  identity: 'Identity',
  policy: 'Policy',
  logging: 'Logging',
  internalZone: 'Internal zone',
  exposedZone: 'Exposed zone',
  inspected: 'Inspected',
} as const
