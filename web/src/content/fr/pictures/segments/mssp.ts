/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const msspPicture = {
  label:
    'Une règle de détection passe son test et est déployée d’abord chez cinq clients, puis chez les 40 le même jour ; une règle qui échoue à son test n’est pas déployée.',
  rule: 'Règle',
  test: 'Test',
  deploy: 'Déployer',
  failsNotDeployed: 'Échec : non déployée',
  fiveOfThemFirst: 'D’abord cinq d’entre eux',
  n40TenantsSameDay: '40 clients, même jour',
} as const
