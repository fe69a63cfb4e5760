/** The words in the drawing. */
export const ridgePicture = { intrusion: 'Intrusion', detected: 'Détecté' } as const
