/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const detectionTimelinePicture = {
  label:
    'Detection timeline: first trace, execution and lateral movement, then detection and containment; the program shortens the time between first trace and detection.',
  firstTrace: 'First trace',
  execution: 'Execution',
  lateralMovement: 'Lateral movement',
  detected: 'Detected',
  contained: 'Contained',
  theTimeWeShorten: 'The time we shorten',
} as const
