/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const funnelPicture = {
  label:
    'From all findings to the few that matter: reachable, exploitable, on a critical asset, to fix this week.',
  allFindings: 'All findings',
  reachable: 'Reachable',
  exploitable: 'Exploitable',
  onACriticalAsset: 'On a critical asset',
  fixThisWeek: 'Fix this week',
} as const
