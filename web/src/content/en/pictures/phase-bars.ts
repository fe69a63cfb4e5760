/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const phaseBarsPicture = {
  label: 'Four phases on a scale of 24 weeks: 4 to 6, 8 to 12, and 4 to 6 weeks, then ongoing governance.',
  n24Weeks: '24 weeks',
  n1Assess: '1 Assess',
  n2Implement: '2 Implement',
  n3Operate: '3 Operate',
  n4Govern: '4 Govern',
} as const
