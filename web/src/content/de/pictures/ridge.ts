/** The words in the drawing. */
export const ridgePicture = { intrusion: 'Einbruch', detected: 'Entdeckt' } as const
