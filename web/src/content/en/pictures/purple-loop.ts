/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const purpleLoopPicture = {
  label:
    'The purple team loop: plan and scope, attack, analyse, engineer detections, validate and measure, then plan again.',
  oneCycle: 'One cycle',
  n2To3Weeks: '2 to 3 weeks',
  planAndScope: 'Plan and scope',
  attack: 'Attack',
  analyse: 'Analyse',
  engineerDetections: 'Engineer detections',
  validate: 'Validate',
} as const
