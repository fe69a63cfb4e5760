/** The words in the drawing. */
export const ridgePicture = { intrusion: 'Intrusione', detected: 'Rilevata' } as const
