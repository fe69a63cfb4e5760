/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const msspPicture = {
  label:
    'Eine Erkennungsregel besteht ihren Test und wird zuerst bei fünf Mandanten ausgerollt, am selben Tag dann bei allen 40. Eine Regel, die ihren Test nicht besteht, wird nicht ausgerollt.',
  rule: 'Regel',
  test: 'Test',
  deploy: 'Rollout',
  failsNotDeployed: 'Fällt durch: kein Rollout',
  fiveOfThemFirst: 'Zuerst bei fünf',
  n40TenantsSameDay: '40 Mandanten, gleicher Tag',
} as const
