/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const msspPicture = {
  label:
    'A detection rule passes its test and is deployed to five tenants first, then to all 40 on the same day; a rule that fails its test is not deployed.',
  rule: 'Rule',
  test: 'Test',
  deploy: 'Deploy',
  failsNotDeployed: 'Fails: not deployed',
  fiveOfThemFirst: 'Five of them first',
  n40TenantsSameDay: '40 tenants, same day',
} as const
