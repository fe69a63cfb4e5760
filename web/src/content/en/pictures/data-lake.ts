/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const dataLakePicture = {
  label:
    'Intelligence, vulnerabilities, assets and code flow into one analytics layer and leave it as one ranked list of risks.',
  intelligence: 'Intelligence',
  vulnerabilities: 'Vulnerabilities',
  assets: 'Assets',
  code: 'Code',
  analytics: 'Analytics',
  first: 'First',
  rankedRisk: 'Ranked risk',
} as const
