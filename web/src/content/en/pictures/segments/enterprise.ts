/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const enterprisePicture = {
  label:
    'A group with three directories from two mergers and a plant network. During the program one rule base is connected to all four; after the handover your team runs it in each of them.',
  group: 'Group',
  firstMerger: 'First merger',
  secondMerger: 'Second merger',
  plantNetwork: 'Plant network',
  program: 'Program',
  handover: 'Handover',
  oneRuleBase: 'One rule base',
  runByYou: 'Run by you',
} as const
