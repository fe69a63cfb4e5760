/** The words in the drawing. */
export const ridgePicture = { intrusion: 'Intrusion', detected: 'Detected' } as const
