/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const enterprisePicture = {
  label:
    'Un gruppo con tre directory nate da due fusioni e una rete di stabilimento. Durante il programma una sola base di regole viene collegata a tutte e quattro; dopo la consegna il Suo team la gestisce in ognuna.',
  group: 'Gruppo',
  firstMerger: 'Prima fusione',
  secondMerger: 'Seconda fusione',
  plantNetwork: 'Rete di stabilimento',
  program: 'Programma',
  handover: 'Consegna',
  oneRuleBase: 'Una base di regole',
  runByYou: 'Gestita da Lei',
} as const
